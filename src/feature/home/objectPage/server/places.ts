import { sql } from 'kysely';
import type { Organisation, OrgNode } from '#feature/meters/subject/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { Place } from '../contract.ts';

const placeOf = ({ kind, id, name }: OrgNode): Place => ({ kind, orgId: id, name });

/** A node and those over it, the highest first, as far as the scope shows them; a loop ends where it began. */
export function pathTo({ nodes }: Organisation, orgId: number | null): Place[] {
  const path: OrgNode[] = [];
  let at = nodes.find((node) => node.id === orgId);
  while (at && !path.includes(at)) {
    path.unshift(at);
    const { parentId } = at;
    at = nodes.find((node) => node.id === parentId);
  }
  return path.map(placeOf);
}

/** The units whose lists name a meter, in the order of the tree. */
async function unitsOf(trx: Db, { nodes }: Organisation, meterId: number): Promise<OrgNode[]> {
  const { rows } = await sql<{ orgId: number }>`
    select distinct org_id as "orgId" from org_ammeter where ammeter_id = ${meterId}`.execute(trx);
  const named = new Set(rows.map(({ orgId }) => orgId));
  return nodes.filter((node) => node.kind === 'unit' && named.has(node.id));
}

/** Where a meter stands: enterprise, site, then the first unit that names it; and the other units that do. */
export async function placesOfMeter(
  trx: Db,
  organisation: Organisation,
  meterId: number,
  siteId: number,
): Promise<{ readonly places: Place[]; readonly others: Place[] }> {
  const [first, ...rest] = await unitsOf(trx, organisation, meterId);
  const units = first ? pathTo(organisation, first.id).filter(({ kind }) => kind === 'unit') : [];
  return { places: [...pathTo(organisation, siteId), ...units], others: rest.map(placeOf) };
}

/** Monitored objects that name a meter. */
export async function objectsOf(trx: Db, meterId: number): Promise<Place[]> {
  const { rows } = await sql<{ orgId: number; name: string }>`
    select id as "orgId", shown_name(org_name, org_name_en) as name from monitor_object
    where ${meterId}::integer = any(ammeter_id_list) order by org_code, id limit 20`.execute(trx);
  return rows.map((row) => ({ kind: 'object', ...row }));
}

/** A monitored object's parents, the highest first. */
export async function objectPath(trx: Db, orgId: number): Promise<Place[]> {
  const { rows } = await sql<{ orgId: number; name: string }>`
    with recursive above as (
      select id, org_name, org_name_en, parent_id, 0 as depth from monitor_object where id = ${orgId}
      union all select p.id, p.org_name, p.org_name_en, p.parent_id, a.depth + 1
      from monitor_object p join above a on p.id = a.parent_id where a.depth < 100)
    select id as "orgId", shown_name(org_name, org_name_en) as name from above where depth > 0 order by depth desc`.execute(
    trx,
  );
  return rows.map((row) => ({ kind: 'object', ...row }));
}
