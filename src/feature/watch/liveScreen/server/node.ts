import { sql } from 'kysely';
import { noSuchRow } from '#contract/error.ts';
import type { Db } from '#server/database/db.ts';
import { homeZone } from '#server/database/homeZone.ts';
import type { NodeInfo } from '../contract.ts';

/** What a node is and where it stands. @throws Fault 404 */
export async function nodeInfo(trx: Db, orgId: number): Promise<NodeInfo> {
  const { rows } = await sql<Omit<NodeInfo, 'path'>>`
    select n.*, shown_name(s.org_name, s.org_name_en) as "siteName", coalesce(s.time_zone, ${homeZone}) as "timeZone" from (
      select id as "orgId", 'object' as kind, shown_name(org_name, org_name_en) as name, org_code as code,
        consumer_id as "consumerId", site_id as "siteId" from monitor_object where id = ${orgId}
      union all select id, 'site', shown_name(org_name, org_name_en), org_code, consumer_id, id from monitor_site where id = ${orgId}
      union all select id, 'unit', shown_name(org_name, org_name_en), org_code, consumer_id, null from org_unit where id = ${orgId}
      union all select id, 'consumer', shown_name(org_name, org_name_en), org_code, id, null from consumer where id = ${orgId}
    ) n left join monitor_site s on s.id = n."siteId" limit 1`.execute(trx);
  const [node] = rows;
  if (!node) throw noSuchRow();
  return { ...node, path: await pathOf(trx, node) };
}

/** Those over a node, the highest first: its enterprise and site, then objects or units. */
async function pathOf(
  trx: Db,
  { orgId, kind, consumerId, siteId }: Omit<NodeInfo, 'path'>,
): Promise<NodeInfo['path']> {
  const tree = sql.table(kind === 'object' ? 'monitor_object' : 'org_unit');
  const { rows: above } =
    kind === 'object' || kind === 'unit'
      ? await sql<NodeInfo['path'][number]>`
          with recursive above as (
            select id, org_name, org_name_en, parent_id, 0 as depth from ${tree} where id = ${orgId}
            union all select p.id, p.org_name, p.org_name_en, p.parent_id, a.depth + 1
            from ${tree} p join above a on p.id = a.parent_id where a.depth < 100)
          select id as "orgId", shown_name(org_name, org_name_en) as name from above where depth > 0 order by depth desc`.execute(
          trx,
        )
      : { rows: [] };
  const { rows: places } = await sql<NodeInfo['path'][number]>`
    select id as "orgId", shown_name(org_name, org_name_en) as name from consumer where id = ${consumerId} and id <> ${orgId}
    union all select id, shown_name(org_name, org_name_en) from monitor_site
    where id = ${siteId} and id <> ${orgId}`.execute(trx);
  return [...places, ...above];
}
