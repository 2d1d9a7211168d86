import { ENERGY } from '#contract/energyType.ts';
import { sql } from 'kysely';
import { APPARENT_CODES, apparentOf } from '#domain/figure/apparentPower.ts';
import { PRESENT_VALUE_MS } from '#feature/meters/messaging/contract.ts';
import { newestOf } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { TransformerLoad } from '../contract.ts';

const MOST = 500;

interface Row {
  readonly objectId: number;
  readonly objectName: string;
  readonly capacity: number | null;
  readonly meterIds: readonly number[] | null;
}

/** A transformer with the meters that its load is of. */
interface MeteredTransformer extends TransformerLoad {
  readonly meterIds: readonly number[];
}

const PLAIN = '^[0-9]+(\\.[0-9]+)?$';

/** The capacity (kVA) of the object `o`: as its record has it, else as that of its equipment. */
export const CAPACITY = sql<number | null>`coalesce(
  (select nullif(v.extend_value, '')::float8 from org_extend v join monitor_type_extend e on e.id = v.monitor_type_extend_id
    where v.org_id = o.id and e.extend_code = 'ratedCapacity' and v.extend_value ~ ${PLAIN} limit 1),
  (select e.extend_value::float8 from device_extend e where e.device_id = o.device_id and lower(e.unit) = 'kva'
    and e.extend_value ~ ${PLAIN} order by e.id limit 1))`;

/**
 * The transformers of a site or an enterprise (objects of the type `transformer`) with the electricity meters on them or on the groups
 * right below, and how they are loaded.
 * @param now ms
 */
export async function meteredTransformers(
  trx: Db,
  of: { readonly siteId?: number | undefined; readonly consumerId?: number | undefined },
  now: number,
): Promise<MeteredTransformer[]> {
  const { rows } = await sql<Row>`
    select o.id as "objectId", shown_name(o.org_name, o.org_name_en) as "objectName", ${CAPACITY} as capacity,
      (select array_agg(distinct a.id) from monitor_object m join ammeter a on a.id = any (m.ammeter_id_list)
        where (m.id = o.id or m.parent_id = o.id) and a.data_type = ${ENERGY.electricity}) as "meterIds"
    from monitor_object o join monitor_object_type t on t.id = o.monitor_object_type_id and t.type_code = 'transformer'
    where (${of.siteId ?? null}::integer is null or o.site_id = ${of.siteId ?? null})
      and (${of.consumerId ?? null}::integer is null or o.consumer_id = ${of.consumerId ?? null}) and o.state = '1'
    order by o.ix, o.org_code, o.id limit ${MOST}`.execute(trx);
  const wanted = rows.flatMap(({ meterIds }) =>
    (meterIds ?? []).flatMap((meterId) => APPARENT_CODES.map((code) => ({ meterId, code }))),
  );
  const newest = (await newestOf(trx, wanted, now)).filter((one) => now - one.at <= PRESENT_VALUE_MS);
  const known = new Map(newest.map((one) => [`${one.meterId} ${one.code}`, one.value]));
  return rows.map((row) => {
    const meterIds = row.meterIds ?? [];
    const { power, apparent } = apparentOf(meterIds, (id, code) => known.get(`${id} ${code}`) ?? null);
    const { capacity } = row;
    const load = apparent !== null && capacity !== null && capacity > 0 ? apparent / capacity : null;
    return { ...row, meterIds, power, apparent, load, meters: meterIds.length };
  });
}

/** The same without the meters. */
export const transformersOf = async (
  ...asked: Parameters<typeof meteredTransformers>
): Promise<TransformerLoad[]> => (await meteredTransformers(...asked)).map(({ meterIds: _, ...one }) => one);
