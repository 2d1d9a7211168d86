import { sql } from 'kysely';
import { SLOTS, type StrategyDay } from '#contract/plan.ts';
import { microToNumber } from '#domain/decimal/decimal.ts';
import { dayFact } from '#domain/calendar/dayFact.ts';
import { slotsBegun, intervalsOf, violationsOf } from '#domain/storage/plan.ts';
import { type DaySlots, daySlots, onDay } from '#domain/storage/slots.ts';
import { dayOfDate } from '#domain/time/date.ts';
import { startOfDate } from '#domain/time/text.ts';
import { QUARTER_MS } from '#domain/time/duration.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { tariffOf } from '#feature/assets/settlement/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { PlanDay, StrategyOption, ViolationWire } from '../contract.ts';
import { type LoadMemo, loadOf, specialDaysOf } from './load.ts';
import { planRows, repliesOf } from './row.ts';
import { loadedOf, sentOf, socHeld } from './soc.ts';
import { limitsOf, type Station, stationWire } from './station.ts';

/** A day of a station as far as plans are made and judged with it. */
export interface DayFrame extends Omit<PlanDay, 'station' | 'replies' | 'strategies' | 'prices'> {
  readonly dayStart: number;
  readonly slots: DaySlots;
}

/** All that a plan of a day is made and judged with. @param now ms */
export async function dayFrame(
  db: Db,
  station: Station,
  planDate: string,
  now: number,
  memo?: LoadMemo,
): Promise<DayFrame> {
  const { timeZone, stationId } = station;
  const dayStart = startOfDate(timeZone, planDate);
  const versions = await planRows(db, { stationId, fromDt: planDate, toDt: planDate });
  const { load, days } = await loadOf(db, station, planDate, now, memo);
  const sent = sentOf(versions, dayStart);
  return {
    planDate,
    versions,
    loadedId: loadedOf(versions)?.id ?? null,
    begun: slotsBegun(dayStart, now),
    sent,
    ...(await socHeld(db, station, { planDate, sent }, now)),
    load,
    loadDays: days,
    dayStart,
    slots: daySlots(timeZone, planDate),
    now,
  };
}

/** What a curve of a day breaks, slots on end together. `socStart` in %. */
export function judge(
  station: Station,
  frame: Pick<DayFrame, 'load' | 'begun' | 'sent' | 'socAnchor'>,
  points: readonly number[],
  socStart: number,
): ViolationWire[] {
  return intervalsOf(
    violationsOf(points, limitsOf(station), {
      socStart: socStart / 100,
      anchor: frame.socAnchor,
      load: frame.load,
      begun: frame.begun,
      kept: frame.sent.map((kw) => kw ?? 0),
    }),
  );
}

interface StrategyRow {
  readonly id: number;
  readonly strategyName: string;
  readonly version: number;
  readonly dayType: StrategyDay;
  readonly months: readonly string[] | null;
  readonly automatic: boolean;
  readonly points: readonly number[];
}

/**
 * The strategies of a station as they are on a day, by its clock; those that fit it first: the one for its kind before one for
 * all, then the oldest.
 */
export async function strategiesOf(
  db: Db,
  station: Station,
  planDate: string,
): Promise<(StrategyOption & { readonly automatic: boolean })[]> {
  const { rows } = await sql<StrategyRow>`
    select id, shown_name(strategy_name, strategy_name_en) as "strategyName", version, day_type as "dayType", months,
      automatic, curve->'points' as points
    from storage_strategy where station_id = ${station.stationId} and state = '1' order by id limit 200`.execute(
    db,
  );
  const fact = dayFact(dayOfDate(planDate), await specialDaysOf(db, station));
  const kind: StrategyDay = fact.kind === 'workday' ? 'workday' : 'dayOff';
  const slots = daySlots(station.timeZone, planDate);
  const rank = ({ dayType, months }: StrategyRow): number => {
    const own = months !== null && months.length > 0;
    if (own && !months.includes(String(fact.month))) return 0;
    if (dayType !== 'any' && dayType !== kind) return 0;
    return 1 + (dayType === kind ? 2 : 0) + (own ? 1 : 0);
  };
  return rows
    .map((row) => ({ row, fits: rank(row) }))
    .sort((a, b) => b.fits - a.fits || a.row.id - b.row.id)
    .map(({ row: { id, strategyName, version, points, automatic }, fits }) => ({
      id,
      strategyName,
      version,
      points: onDay(points, slots, 0),
      automatic,
      fits: fits > 0,
    }));
}

/** What a kilowatt-hour costs the account of a station in each slot of a day. */
async function pricesOf(db: Db, station: Station, dayStart: number): Promise<(number | null)[]> {
  const { siteId, consumerId, timeZone, account } = station;
  const tariff = await tariffOf(db, { siteId, consumerId, zone: zoneOf(timeZone) });
  return Array.from({ length: SLOTS }, (_, slot) => {
    const { price } = tariff.at(account, dayStart + slot * QUARTER_MS);
    return price === null ? null : microToNumber(price);
  });
}

/** A day as its page shows it. @param external gateways are at an external broker */
export async function planDay(
  db: Db,
  station: Station,
  planDate: string,
  { now, external }: { readonly now: number; readonly external: boolean },
): Promise<PlanDay> {
  const { dayStart, slots: _slots, ...frame } = await dayFrame(db, station, planDate, now);
  const strategies = await strategiesOf(db, station, planDate);
  return {
    ...frame,
    station: stationWire(station, external),
    prices: await pricesOf(db, station, dayStart),
    strategies: strategies.map(({ automatic: _a, ...one }) => one),
    replies: await repliesOf(
      db,
      frame.versions.map(({ id }) => id),
    ),
  };
}
