import { meanOf } from '#domain/decimal/sum.ts';
import { type SocAnchor, slotsBegun, socChange, socCurve } from '#domain/storage/plan.ts';
import { sentCurve } from '#domain/storage/sentCurve.ts';
import { daySlots } from '#domain/storage/slots.ts';
import { LEVEL } from '#domain/time/bucket.ts';
import { addDays } from '#domain/time/date.ts';
import { QUARTER_MS } from '#domain/time/duration.ts';
import { dateAt, startOfDate } from '#domain/time/text.ts';
import type { Db } from '#server/database/db.ts';
import type { PlanCurveRow, PlanDay, SocMeasured } from '../contract.ts';
import { type SocNow, socMeans, socNow, type Tellers, tellersOf } from './gauges.ts';
import { planRows } from './row.ts';
import { limitsOf, type Station } from './station.ts';

/** The version that the station told to have loaded last, and that nothing took the place of. */
export const loadedOf = (versions: readonly PlanCurveRow[]): PlanCurveRow | undefined =>
  versions.find(({ acceptedAt }) => acceptedAt !== null);

/** What the station was told to run in each slot. */
export const sentOf = (versions: readonly PlanCurveRow[], dayStart: number): (number | null)[] =>
  sentCurve(
    versions.flatMap(({ version, points, acceptedAt }) =>
      acceptedAt === null ? [] : [{ version, points, acceptedAt: Date.parse(acceptedAt) }],
    ),
    dayStart,
  );

/** What the battery holds: as its day begins, and as it was measured since. */
type Held = Pick<PlanDay, 'socStart' | 'socFrom' | 'socAnchor'>;

interface Day {
  readonly planDate: string;
  readonly sent: readonly (number | null)[];
}

/**
 * What the battery holds when a day begins: measured then; else at the end of what the station has accepted for the day before;
 * else, of a day to come, what it holds now; else its lowest. Of today also what it holds now. @param now ms
 */
export async function socHeld(db: Db, station: Station, day: Day, now: number): Promise<Held> {
  const { timeZone } = station;
  const [today, dayStart] = [dateAt(timeZone, now), startOfDate(timeZone, day.planDate)];
  const tellers = await tellersOf(db, station);
  const told = day.planDate < today ? null : await socNow(db, tellers, now);
  const socAnchor = told && day.planDate === today ? anchorOf(station, day, told, now) : null;
  const measured = day.planDate > today ? null : await socAt(db, tellers, dayStart);
  if (measured !== null) return { socStart: measured, socFrom: 'measured', socAnchor };
  const end = await endBefore(db, station, day.planDate, told, now);
  if (end !== null) return { socStart: bounded(end * 100), socFrom: 'dayBefore', socAnchor };
  if (told && day.planDate > today) return { socStart: bounded(told.soc), socFrom: 'now', socAnchor };
  return { socStart: bounded(station.socMin * 100), socFrom: 'lowest', socAnchor };
}

const bounded = (percent: number): number => Math.round(Math.min(100, Math.max(0, percent)) * 100) / 100;

/** What was told lately carried on to the next slot by what the station runs until then. */
function anchorOf(station: Station, { planDate, sent }: Day, told: SocNow, now: number): SocMeasured {
  const dayStart = startOfDate(station.timeZone, planDate);
  const slot = slotsBegun(dayStart, now);
  const since = (told.at - dayStart) / QUARTER_MS;
  const soc = told.soc / 100 + socChange(sent, limitsOf(station), Math.min(since, slot), slot);
  return { slot, soc: Math.min(1, Math.max(0, soc)), told: told.soc, at: told.at };
}

/** What was measured of today, where it is fresh, carried on to the next slot; null on other days. @param now ms */
export async function socMeasured(
  db: Db,
  station: Station,
  day: Day,
  now: number,
): Promise<SocMeasured | null> {
  if (day.planDate !== dateAt(station.timeZone, now)) return null;
  const told = await socNow(db, await tellersOf(db, station), now);
  return told && anchorOf(station, day, told, now);
}

/** Where the plan that the station has accepted for the day before ends, a fraction of 1; null where it has accepted none. */
async function endBefore(
  db: Db,
  station: Station,
  planDate: string,
  told: SocNow | null,
  now: number,
): Promise<number | null> {
  const { stationId, timeZone } = station;
  const before = addDays(planDate, -1);
  const versions = await planRows(db, { stationId, fromDt: before, toDt: before });
  const plan = loadedOf(versions);
  if (!plan) return null;
  const running = told !== null && before === dateAt(timeZone, now);
  const sent = sentOf(versions, startOfDate(timeZone, before));
  const anchor: SocAnchor | null = running ? anchorOf(station, { planDate: before, sent }, told, now) : null;
  const curve = socCurve(plan.points, limitsOf(station), plan.socStart / 100, anchor);
  return curve[daySlots(timeZone, before).count] ?? null;
}

/** The state of charge that the station told within a quarter around an instant, %; null where it did not. */
async function socAt(db: Db, tellers: Tellers, at: number): Promise<number | null> {
  const span = { level: LEVEL.quarter, from: at - QUARTER_MS, to: at + QUARTER_MS };
  const told = await socMeans(db, tellers, span);
  // Between the means of two quarters lies what it was where they meet.
  const soc = meanOf([at - QUARTER_MS, at].map((ts) => told.get(ts) ?? null));
  return soc === null ? null : bounded(soc);
}
