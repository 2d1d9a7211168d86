import { sql } from 'kysely';
import { DEVICE_TYPE } from '#contract/deviceType.ts';
import { ENERGY } from '#contract/energyType.ts';
import { noSuchRow } from '#contract/error.ts';
import type { Language } from '#contract/text.ts';
import { BREAKER } from '#domain/scene/oneLine.ts';
import type { Db } from '#server/database/db.ts';
import { nameIn } from '#server/resource/nameIn.ts';
import {
  MOST_NETWORK,
  type NetworkAnswer,
  type NetworkMeter,
  type NetworkObject,
  type NetworkPoint,
} from '../contract.ts';

/** So many objects are offered. */
const MOST_OBJECTS = 500;

interface MeterRow extends Omit<NetworkMeter, 'transformer' | 'capacity'> {
  readonly deviceType: string;
  readonly dataType: string | null;
}

/** The electricity meters of a site as they hang below each other, and its signal points. @throws Fault 404 */
export async function networkOf(trx: Db, siteId: number, language: Language = 'zh'): Promise<NetworkAnswer> {
  const { rows: sites } = await sql<{ siteName: string; consumerId: number }>`
    select shown_name(org_name, org_name_en) as "siteName", consumer_id as "consumerId"
    from monitor_site where id = ${siteId}`.execute(trx);
  const [site] = sites;
  if (!site) throw noSuchRow();
  const { rows } = await sql<MeterRow>`
    select id as "ammeterId", ammeter_code as code, shown_name(ammeter_name, ammeter_name_en) as name,
      parent_id as "parentId", rated_power::float8 as "ratedPower", device_type as "deviceType", data_type as "dataType"
    from ammeter where site_id = ${siteId} and state = '1' order by ammeter_code, id limit ${MOST_NETWORK}`.execute(
    trx,
  );
  const transformers = await transformersOf(trx, siteId);
  const counts = (row: MeterRow): boolean =>
    row.dataType === ENERGY.electricity && row.deviceType !== DEVICE_TYPE.totalAdder;
  const byId = new Map(rows.map((row) => [row.ammeterId, row]));
  const meters = rows.filter(counts).map((row): NetworkMeter => {
    const { ammeterId, code, name, ratedPower } = row;
    return {
      ammeterId,
      code,
      name,
      ratedPower,
      parentId: aboveOf(row, byId, counts),
      transformer: transformers.has(ammeterId),
      capacity: transformers.get(ammeterId) ?? null,
    };
  });
  const { rows: points } = await sql<NetworkPoint>`
    select id as "signalPointId", point_code as code, shown_name(point_name, point_name_en) as name, kind,
      ammeter_id as "ammeterId"
    from signal_point where site_id = ${siteId} and state = '1' order by point_code limit ${MOST_NETWORK}`.execute(
    trx,
  );
  return { siteId, siteName: site.siteName, meters, points, objects: await objectsOf(trx, siteId, language) };
}

/** The meter above; meters of other energies and sums between are passed through, a ring is cut. */
function aboveOf(
  row: MeterRow,
  byId: ReadonlyMap<number, MeterRow>,
  counts: (row: MeterRow) => boolean,
): number | null {
  const seen = new Set([row.ammeterId]);
  let up = byId.get(row.parentId ?? -1);
  while (up && !seen.has(up.ammeterId)) {
    if (counts(up)) return up.ammeterId;
    seen.add(up.ammeterId);
    up = byId.get(up.parentId ?? -1);
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

/** Meters that belong to objects of the type of transformers, with the capacity (kVA) of their equipment. */
async function transformersOf(trx: Db, siteId: number): Promise<ReadonlyMap<number, number | null>> {
  const { rows } = await sql<{ id: number; capacity: string | null }>`
    select unnest(o.ammeter_id_list) as id,
      (select e.extend_value from device_extend e where e.device_id = o.device_id and lower(e.unit) = 'kva'
        order by e.id limit 1) as capacity
    from monitor_object o join monitor_object_type t on t.id = o.monitor_object_type_id
    where o.site_id = ${siteId} and t.type_code = 'transformer'`.execute(trx);
  return new Map(
    rows.map(({ id, capacity }) => {
      const kva = Number(capacity ?? Number.NaN);
      return [id, Number.isFinite(kva) && kva > 0 ? kva : null];
    }),
  );
}

/** Meters of a site above which there is none of it: together they are its supply. */
export const supplyOf = ({ meters }: NetworkAnswer): number[] =>
  meters.flatMap(({ ammeterId, parentId }) => (parentId === null ? [ammeterId] : []));
