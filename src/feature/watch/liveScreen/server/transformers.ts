import { ENERGY } from '#contract/energyType.ts';
import { sql } from 'kysely';
import { sumOf } from '#domain/decimal/sum.ts';
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

/**
 * The transformers of a site or an enterprise (objects of the type `transformer`) with the electricity meters on them or on the groups
 * right below, and how they are loaded: apparent power as told, else √(P² + Q²), else P ÷ power factor.
 * @param now ms
 */
export async function transformersOf(
  trx: Db,
  of: { readonly siteId?: number | undefined; readonly consumerId?: number | undefined },
  now: number,
): Promise<TransformerLoad[]> {
  const { rows } = await sql<Row>`
    select o.id as "objectId", shown_name(o.org_name, o.org_name_en) as "objectName",
      (select nullif(v.extend_value, '')::float8 from org_extend v join monitor_type_extend e on e.id = v.monitor_type_extend_id
        where v.org_id = o.id and e.extend_code = 'ratedCapacity' and v.extend_value ~ '^[0-9]+(\\.[0-9]+)?$' limit 1) as capacity,
      (select array_agg(distinct a.id) from monitor_object m join ammeter a on a.id = any (m.ammeter_id_list)
        where (m.id = o.id or m.parent_id = o.id) and a.data_type = ${ENERGY.electricity}) as "meterIds"
    from monitor_object o join monitor_object_type t on t.id = o.monitor_object_type_id and t.type_code = 'transformer'
    where (${of.siteId ?? null}::integer is null or o.site_id = ${of.siteId ?? null})
      and (${of.consumerId ?? null}::integer is null or o.consumer_id = ${of.consumerId ?? null}) and o.state = '1'
    order by o.ix, o.org_code, o.id limit ${MOST}`.execute(trx);
  const wanted = rows.flatMap(({ meterIds }) =>
    (meterIds ?? []).flatMap((meterId) => ['PZ', 'QZ', 'SZ', 'FZ'].map((code) => ({ meterId, code }))),
  );
  const newest = (await newestOf(trx, wanted, now)).filter((one) => now - one.at <= PRESENT_VALUE_MS);
  const known = new Map(newest.map((one) => [`${one.meterId} ${one.code}`, one.value]));
  return rows.map(({ meterIds, ...row }) => {
    const ids = meterIds ?? [];
    const told = (id: number, code: string): number | null => known.get(`${id} ${code}`) ?? null;
    const power = whole(ids.map((id) => told(id, 'PZ')));
    const apparent = apparentOf(ids, told, power);
    const load =
      apparent !== null && row.capacity !== null && row.capacity > 0 ? apparent / row.capacity : null;
    return { ...row, power, apparent, load, meters: ids.length };
  });
}

/** The sum where every part is known; a part would look like the whole. */
const whole = (parts: readonly (number | null)[]): number | null =>
  parts.length > 0 && parts.every((one) => one !== null) ? sumOf(parts) : null;

function apparentOf(
  ids: readonly number[],
  told: (id: number, code: string) => number | null,
  power: number | null,
): number | null {
  const [only] = ids;
  if (only !== undefined && ids.length === 1) {
    const apparent = told(only, 'SZ');
    if (apparent !== null) return apparent;
  }
  const reactive = whole(ids.map((id) => told(id, 'QZ')));
  if (power !== null && reactive !== null) return Math.hypot(power, reactive);
  const factor = only !== undefined && ids.length === 1 ? told(only, 'FZ') : null;
  return power !== null && factor !== null && factor !== 0 ? Math.abs(power / factor) : null;
}
