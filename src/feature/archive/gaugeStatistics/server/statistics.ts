import { sql } from 'kysely';
import { noSuchRow } from '#contract/error.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { dateAt } from '#domain/time/text.ts';
import { consumerOf, organisationOf, timeZoneOf } from '#feature/meters/subject/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { GaugeLevel, GaugeStatistics } from '../contract.ts';
import {
  accuracyOf,
  allocationOf,
  type Gauge,
  levelAccuracyOf,
  type Names,
  type Point,
} from '../domain/statistics.ts';

/** Tables B.8 and B.9 of an enterprise, from its archive as it is. @throws Fault 404. */
export async function gaugeStatistics(trx: Db, orgId: number, now: number): Promise<GaugeStatistics> {
  const consumerId = await consumerOf(trx, orgId);
  if (consumerId === null) throw noSuchRow();
  const organisation = await organisationOf(trx, consumerId);
  const date = dateAt(zoneOf(timeZoneOf(organisation, organisation.meters)), now);
  const handedIn = await gaugesOf(trx, 'company_gauges', consumerId);
  const source = handedIn.length > 0 ? 'companyGauges' : 'gaugeConfigure';
  const gauges = handedIn.length > 0 ? handedIn : await gaugesOf(trx, 'gauge_configure', consumerId);
  const points = await pointsOf(trx, consumerId);
  const names = await namesOf(trx);
  return {
    orgId: consumerId,
    source,
    date,
    allocation: allocationOf(gauges, points, date, names),
    accuracy: accuracyOf(gauges, names),
    levelAccuracy: levelAccuracyOf(gauges, names),
  };
}

async function gaugesOf(
  trx: Db,
  table: 'company_gauges' | 'gauge_configure',
  consumerId: number,
): Promise<Gauge[]> {
  const { rows } = await sql<Gauge>`
    select coalesce(params, '') as "energyCode", meter_level as level, precision_level as precision,
      current_state as state, align_state = '1' as qualified,
      coalesce(next_align_date, (last_align_date + make_interval(months => align_cycle))::date)::text as "validUntil"
    from ${sql.table(table)} where consumer_id = ${consumerId}`.execute(trx);
  return rows.filter((row) => row.energyCode !== '');
}

/**
 * Where a meter is required: one for each account with a supplier (level 1), one for each energy that the devices of
 * a process unit use (level 2), one for each energy of each key device (level 3).
 */
async function pointsOf(trx: Db, consumerId: number): Promise<Point[]> {
  const { rows } = await sql<{ energyCode: string; level: GaugeLevel }>`
    select case account_type when '2' then '3300' else '1500' end as "energyCode", '1' as level
    from energy_account where consumer_id = ${consumerId} and account_type in ('2', '3')
    union all
    select distinct_unit.code, '2' from (
      select distinct process_unit_code, code from device_configure, unnest(energy_code) code
      where consumer_id = ${consumerId} and current_state <> '3') distinct_unit
    union all
    select code, '3' from device_configure, unnest(energy_code) code
    where consumer_id = ${consumerId} and current_state <> '3'`.execute(trx);
  return rows;
}

/** Names of energies in list 8, by code. */
async function namesOf(trx: Db): Promise<Names> {
  const { rows } = await sql<{ code: string; zh: string; en: string }>`
    select d.code, d.name as zh, coalesce(d.name_en, d.name) as en
    from dictionary d join dictionary_category c on c.id = d.category_id
    where c.code = 'energyTypeUnit'`.execute(trx);
  return new Map(rows.map(({ code, zh, en }) => [code, { zh, en }]));
}
