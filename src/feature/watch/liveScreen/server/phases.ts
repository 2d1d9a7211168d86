import { sql } from 'kysely';
import { ENERGY } from '#contract/energyType.ts';
import { newestOf } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { PhaseValues } from '../contract.ts';
import { qualityOf } from './realData.ts';

const CODES = ['UA', 'UB', 'UC', 'IA', 'IB', 'IC', 'PZ', 'QZ', 'FZ'] as const;
const MOST_METERS = 500;

interface Row {
  readonly ammeterId: number;
  readonly ammeterName: string;
  readonly ammeterCode: string;
  readonly seconds: number;
}

/**
 * Phases of the electricity meters of an object and those below it, of a site, or of one meter; by their codes, 500 at most.
 * Without any of them nothing is asked. @param now ms
 */
export async function phasesOf(
  trx: Db,
  of: {
    readonly orgId?: number | undefined;
    readonly siteId?: number | undefined;
    readonly ammeterId?: number | undefined;
  },
  now: number,
): Promise<PhaseValues[]> {
  const { orgId = null, siteId = null, ammeterId = null } = of;
  if (orgId === null && siteId === null && ammeterId === null) return [];
  const { rows } = await sql<Row>`
    with recursive below as (
      select id, ammeter_id_list from monitor_object where id = ${orgId}
      union select o.id, o.ammeter_id_list from monitor_object o join below b on o.parent_id = b.id)
    select a.id as "ammeterId", shown_name(a.ammeter_name, a.ammeter_name_en) as "ammeterName", a.ammeter_code as "ammeterCode",
      a.interval_seconds as seconds
    from ammeter a where a.data_type = ${ENERGY.electricity} and a.state = '1'
      and (${ammeterId}::integer is null or a.id = ${ammeterId}) and (${siteId}::integer is null or a.site_id = ${siteId})
      and (${orgId}::integer is null or a.id in (select unnest(ammeter_id_list) from below))
    order by a.ammeter_code, a.id limit ${MOST_METERS}`.execute(trx);
  const wanted = rows.flatMap(({ ammeterId: meterId }) => CODES.map((code) => ({ meterId, code })));
  const newest = await newestOf(trx, wanted, now);
  return rows.map(({ seconds, ...meter }) => {
    const told = newest.filter((one) => one.meterId === meter.ammeterId);
    const last = told.toSorted((a, b) => b.at - a.at)[0];
    const values = new Map(told.map((one) => [one.code, one.value]));
    return {
      ...meter,
      values: Object.fromEntries(CODES.map((code) => [code, values.get(code) ?? null])),
      ts: last?.at ?? null,
      quality: qualityOf(last, seconds, now),
    };
  });
}
