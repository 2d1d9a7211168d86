import { sql } from 'kysely';
import { SLOTS, type StrategyDay } from '#contract/plan.ts';
import { microToNumber } from '#domain/decimal/decimal.ts';
import { dayFact } from '#domain/calendar/dayFact.ts';
import { slotsBegun, socCurve, intervalsOf, violationsOf } from '#domain/storage/plan.ts';
import { sentCurve } from '#domain/storage/sentCurve.ts';
import { addDays, dayOfDate } from '#domain/time/date.ts';
import { startOfDate } from '#domain/time/text.ts';
import { LEVEL } from '#domain/time/bucket.ts';
import { QUARTER_MS } from '#domain/time/duration.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { tariffOf } from '#feature/assets/settlement/server/public.ts';
import { gaugeBuckets } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { PlanCurveRow, PlanDay, StrategyOption, ViolationWire } from '../contract.ts';
import { type LoadMemo, loadOf, specialDaysOf } from './load.ts';
import { planRows, repliesOf } from './row.ts';
import { limitsOf, type Station, stationWire } from './station.ts';

/** A day of a station as far as plans are made and judged with it. */
export interface DayFrame extends Omit<PlanDay, 'station' | 'replies' | 'strategies' | 'prices'> {
  readonly dayStart: number;
}

/** The version that the station told to have loaded last, and that nothing took the place of. */
const loadedOf = (versions: readonly PlanCurveRow[]): PlanCurveRow | undefined =>
  versions.find(({ acceptedAt }) => acceptedAt !== null);

/** What the station was told to run in each slot. */
export const sentOf = (versions: readonly PlanCurveRow[], dayStart: number): (number | null)[] =>
  sentCurve(
    versions.flatMap(({ version, points, acceptedAt }) =>
      acceptedAt === null ? [] : [{ version, points, acceptedAt: Date.parse(acceptedAt) }],
    ),
    dayStart,
  );

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
  return {
    planDate,
    versions,
    loadedId: loadedOf(versions)?.id ?? null,
    begun: slotsBegun(dayStart, now),
    sent: sentOf(versions, dayStart),
    ...(await socStartOf(db, station, planDate, dayStart, now)),
    load,
    loadDays: days,
    dayStart,
    now,
  };
}

/** What the battery holds when a day begins: measured, else where the plan of the day before ends, else its lowest. */
async function socStartOf(
  db: Db,
  station: Station,
  planDate: string,
  dayStart: number,
  now: number,
): Promise<Pick<PlanDay, 'socStart' | 'socFrom'>> {
  if (dayStart <= now) {
    const measured = await socAt(db, station, dayStart);
    if (measured !== null) return { socStart: measured, socFrom: 'measured' };
  }
  const before = addDays(planDate, -1);
  const [plan] = (await planRows(db, { stationId: station.stationId, fromDt: before, toDt: before })).filter(
    ({ planState }) => planState !== 'revoked',
  );
  const end = plan && socCurve(plan.points, limitsOf(station), plan.socStart / 100).at(-1);
  if (end === undefined) return { socStart: round2(station.socMin * 100), socFrom: 'lowest' };
  return { socStart: round2(Math.min(100, Math.max(0, end * 100))), socFrom: 'dayBefore' };
}

const round2 = (value: number): number => Math.round(value * 100) / 100;

/** The state of charge that the station told within a quarter around an instant, %; null where it did not. */
async function socAt(db: Db, station: Station, at: number): Promise<number | null> {
  for (const meterId of await socMetersOf(db, station)) {
    const told = await gaugeBuckets(db, meterId, 'SOC', LEVEL.quarter, at - QUARTER_MS, at + QUARTER_MS);
    const nearest = told.find(({ ts }) => ts === at) ?? told.at(-1);
    if (nearest) return round2(nearest.mean);
  }
  return null;
}

/** The meters that tell the state of charge: the station's own, then those of its units. */
export async function socMetersOf(db: Db, station: Station): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select ammeter_id as id from storage_unit
    where station_id = ${station.stationId} and state = '1' order by unit_type, id limit 20`.execute(db);
  return [...new Set([station.stationMeterId, ...rows.map(({ id }) => id)])];
}

/** What a curve of a day breaks, slots on end together. `socStart` in %. */
export function judge(
  station: Station,
  frame: Pick<DayFrame, 'load' | 'begun' | 'sent'>,
  points: readonly number[],
  socStart: number,
): ViolationWire[] {
  return intervalsOf(
    violationsOf(points, limitsOf(station), {
      socStart: socStart / 100,
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

/** The strategies of a station, those that fit a day first: the one for its kind before one for all, then the oldest. */
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
      points,
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
  const { dayStart, ...frame } = await dayFrame(db, station, planDate, now);
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
