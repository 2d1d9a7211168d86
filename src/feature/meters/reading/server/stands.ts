import type pg from 'pg';
import { CODES, codeIndex } from '#contract/dataCode.ts';
import { type SettlementRule, settlementMonths } from '#domain/demand/settlement.ts';
import { isVoid, type Void } from '#domain/fold/void.ts';
import { dayOfDate } from '#domain/time/date.ts';
import { HOUR_MS } from '#domain/time/duration.ts';
import { zoneOf } from '#domain/time/zone.ts';
import type { NearWish } from '#series/public.ts';

/** A register that was read further from the begin or end of a bill says nothing about it. */
export const STAND_NEAR_MS = HOUR_MS;

interface Settled extends SettlementRule {
  readonly zone: string;
}

/**
 * The registers of a meter that bills tell of months before an instant (ms): at the settlements of its enterprise and sites, at ends of calendar months,
 * and where an agreement begins or ends.
 */
export async function standsBefore(
  client: pg.PoolClient,
  meterId: number,
  before: number,
  months: readonly string[],
  voids: readonly Void[],
): Promise<NearWish> {
  const { rows: rules } = await client.query<Settled>(
    `select distinct s.time_zone as zone, v.day, v.hour from ammeter a
     join consumer c on c.id = a.consumer_id join monitor_site s on s.consumer_id = c.id
     cross join lateral (values (1, 0), (c.settlement_day, c.settlement_hour),
       (coalesce(s.settlement_day, c.settlement_day), coalesce(s.settlement_hour, c.settlement_hour))) v (day, hour)
     where a.id = $1`,
    [meterId],
  );
  const { rows: dates } = await client.query<{ zone: string; date: string }>(
    `select distinct s.time_zone as zone, d.date::text from ammeter a
     join price_agreement p on p.consumer_id = a.consumer_id and p.approve_state = '3'
     join monitor_site s on s.consumer_id = a.consumer_id
     cross join lateral (values (p.begin_dt::date), (p.end_dt::date + 1)) d (date)
     where a.id = $1 and d.date is not null`,
    [meterId],
  );
  const from = Math.min(before, ...months.map((month) => Date.parse(`${month}T00:00:00Z`)));
  const settled = rules.flatMap(({ zone, day, hour }) =>
    settlementMonths(zoneOf(zone), { day, hour }, { from, to: before }).flatMap((one) => [one.from, one.to]),
  );
  const agreed = dates.map(({ zone, date }) => zoneOf(zone).startOfDay(dayOfDate(date)));
  return {
    column: CODES.columns[codeIndex('PP')] as string,
    instants: [...new Set([...settled, ...agreed])].sort((a, b) => a - b),
    within: STAND_NEAR_MS,
    counts: (ms, source) => !isVoid(voids, 'reading', 'PP', { from: ms, to: ms, source }),
  };
}
