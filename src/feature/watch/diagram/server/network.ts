import { sql } from 'kysely';
import { DEVICE_TYPE } from '#contract/deviceType.ts';
import { ENERGY } from '#contract/energyType.ts';
import { noSuchRow } from '#contract/error.ts';
import type { Language } from '#contract/text.ts';
import { BREAKER } from '#domain/scene/oneLine.ts';
import { contextOf, countsOf, Flows } from '#feature/meters/subject/server/public.ts';
import { CAPACITY, countNow, meteredTransformers } from '#feature/watch/liveScreen/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { nameIn } from '#server/resource/nameIn.ts';
import {
  MOST_NETWORK,
  type NetworkAnswer,
  type NetworkMeter,
  type NetworkObject,
  type NetworkPoint,
  type TransformerNow,
} from '../contract.ts';

/** So many objects are offered. */
const MOST_OBJECTS = 500;

type MeterRow = Omit<NetworkMeter, 'transformer' | 'capacity'>;

/** A meter on the way up, of any state and site. */
interface Above {
  readonly id: number;
  readonly parentId: number | null;
}

/** The electricity meters of a site as they hang below each other, and its signal points. @throws Fault 404 */
export async function networkOf(
  trx: Db,
  siteId: number,
  now: number,
  language: Language = 'zh',
): Promise<NetworkAnswer> {
  const { rows: sites } = await sql<{ siteName: string }>`
    select shown_name(org_name, org_name_en) as "siteName" from monitor_site where id = ${siteId}`.execute(
    trx,
  );
  const [site] = sites;
  if (!site) throw noSuchRow();
  const { rows } = await sql<MeterRow & { total: number }>`
    select id as "ammeterId", ammeter_code as code, shown_name(ammeter_name, ammeter_name_en) as name,
      parent_id as "parentId", rated_power::float8 as "ratedPower", count(*) over ()::integer as total
    from ammeter where site_id = ${siteId} and state = '1' and data_type = ${ENERGY.electricity}
      and device_type is distinct from ${DEVICE_TYPE.totalAdder} order by ammeter_code, id limit ${MOST_NETWORK}`.execute(
    trx,
  );
  const capacities = await capacitiesOf(trx, siteId);
  const shown = new Set(rows.map(({ ammeterId }) => ammeterId));
  const above = await aboveAll(trx, siteId);
  const meters = rows.map(({ total: _, ...row }): NetworkMeter => {
    const { ammeterId } = row;
    return {
      ...row,
      parentId: aboveOf(ammeterId, above, shown),
      transformer: capacities.has(ammeterId),
      capacity: capacities.get(ammeterId) ?? null,
    };
  });
  const { rows: points } = await sql<NetworkPoint>`
    select id as "signalPointId", point_code as code, shown_name(point_name, point_name_en) as name, kind,
      ammeter_id as "ammeterId"
    from signal_point where site_id = ${siteId} and state = '1' order by point_code limit ${MOST_NETWORK}`.execute(
    trx,
  );
  return {
    siteId,
    siteName: site.siteName,
    meters,
    leftOut: (rows[0]?.total ?? 0) - rows.length,
    supply: await supplyOf(trx, siteId, now),
    points,
    objects: await objectsOf(trx, siteId, language),
  };
}

/** What stands for the electricity of a site, as everywhere: its own list, else its uppermost meters; virtual ones are their parts. */
async function supplyOf(trx: Db, siteId: number, now: number): Promise<NetworkAnswer['supply']> {
  const { signed, organisation } = await contextOf(trx, { orgId: siteId, dataType: ENERGY.electricity }, now);
  const due = countNow(organisation, now);
  const times = Flows.of(organisation).realOf(countsOf(signed));
  return [...times].map(([ammeterId, count]) => ({ ammeterId, times: count, due: due.has(ammeterId) }));
}

/** The meters of a site and all above them, by their id: those between may be of another energy or site, sums, or out of use. */
async function aboveAll(trx: Db, siteId: number): Promise<ReadonlyMap<number, Above>> {
  const found = new Map<number, Above>();
  let next = sql`site_id = ${siteId}`;
  for (;;) {
    const { rows } = await sql<Above>`
      select id, parent_id as "parentId" from ammeter where ${next}`.execute(trx);
    for (const row of rows) found.set(row.id, row);
    const ups = rows.flatMap(({ parentId }) => (parentId === null || found.has(parentId) ? [] : [parentId]));
    if (ups.length === 0) return found;
    next = sql`id = any (${[...new Set(ups)]}::integer[])`;
  }
}

/** The nearest shown meter above one; all others between are passed through, a ring is cut. */
function aboveOf(
  ammeterId: number,
  above: ReadonlyMap<number, Above>,
  shown: ReadonlySet<number>,
): number | null {
  const seen = new Set([ammeterId]);
  let up = above.get(ammeterId)?.parentId ?? null;
  while (up !== null && !seen.has(up)) {
    if (shown.has(up)) return up;
    seen.add(up);
    up = above.get(up)?.parentId ?? null;
  }
  return null;
}

/** Objects of a site with meters in use, their own before those of their monitored values; and the breaker of each. */
async function objectsOf(trx: Db, siteId: number, language: Language): Promise<NetworkObject[]> {
  const { rows } = await sql<NetworkObject>`
    select o.id as "orgId", shown_name(o.org_name, o.org_name_en) as name,
      shown_name(u.org_name, u.org_name_en) as "parentName", ${nameIn('t.type_name', language)} as "typeName",
      t.type_code as "typeCode", m.meters,
      (select p.id from signal_point p where (p.object_id = o.id or p.ammeter_id = any (m.ids)) and p.kind = ${BREAKER}
        and p.state = '1' order by p.object_id is distinct from o.id, array_position(m.ids, p.ammeter_id), p.id limit 1) as "breakerId"
    from monitor_object o left join monitor_object u on u.id = o.parent_id
    left join monitor_object_type t on t.id = o.monitor_object_type_id
    cross join lateral (
      select array_agg(a.id order by w.place, a.id) as ids, json_agg(json_build_object('ammeterId', a.id,
        'electric', coalesce(a.data_type = ${ENERGY.electricity}, false)) order by w.place, a.id) as meters
      from (select id, min(place) as place from (
          select id, place from unnest(o.ammeter_id_list) with ordinality l (id, place)
          union all select i.ammeter_id, 100000 + l.ix from monitor_object_item l
            join monitor_item i on i.id = l.monitor_item_id where l.monitor_object_id = o.id) e group by id) w
      join ammeter a on a.id = w.id and a.state = '1') m
    where o.site_id = ${siteId} and o.state = '1' and m.ids is not null
    order by o.ix, o.org_code, o.id limit ${MOST_OBJECTS}`.execute(trx);
  return rows;
}

/** Meters that belong to objects of the type of transformers, with the capacity (kVA) of those. */
async function capacitiesOf(trx: Db, siteId: number): Promise<ReadonlyMap<number, number | null>> {
  const { rows } = await sql<{ id: number; capacity: number | null }>`
    select unnest(o.ammeter_id_list) as id, ${CAPACITY} as capacity
    from monitor_object o join monitor_object_type t on t.id = o.monitor_object_type_id
    where o.site_id = ${siteId} and o.state = '1' and t.type_code = 'transformer'`.execute(trx);
  return new Map(rows.map(({ id, capacity }) => [id, capacity !== null && capacity > 0 ? capacity : null]));
}

/** Transformers of one meter as they are loaded at an instant (ms): what is known of several together holds for none of them. */
export async function transformersAt(trx: Db, siteId: number, at: number): Promise<TransformerNow[]> {
  const all = await meteredTransformers(trx, { siteId }, at);
  return all.flatMap(({ meterIds: [ammeterId, ...more], capacity, power, apparent }) =>
    ammeterId === undefined || more.length > 0 ? [] : [{ ammeterId, capacity, power, apparent }],
  );
}
