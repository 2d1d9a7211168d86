import { type RawBuilder, sql } from 'kysely';
import { dueSteps } from '#domain/fold/due.ts';
import type { Range } from '#domain/fold/reach.ts';
import { LEVEL, type Level, bucketEnd } from '#domain/time/bucket.ts';
import { HOUR_MS, QUARTER_MS } from '#domain/time/duration.ts';
import type { Zone } from '#domain/time/zone.ts';
import type { Db } from '#server/database/db.ts';
import { hullOf } from '../../domain/hull.ts';
import { dueSql } from './dueSql.ts';
import type { SignedMeter } from './usageSum.ts';
import { visibleMeters } from './visible.ts';

/** The highest quarter of an hour of a signed sum. */
export interface PeakQuarter {
  /** Start, ms. */
  readonly from: number;
  readonly to: number;
  /** Mean power in millionths of kW, four times the energy of the quarter. */
  readonly demand: bigint;
}

// `offset 0` keeps every look-up in `usage` one by the key, also in a plan that is made for any values.

/** Days of each range that are looked at first: a load seldom peaks elsewhere than where it could reach highest. */
const FIRST_DAYS = 2;

/** An interval of the range `key`. */
interface Interval extends Range {
  readonly key: number;
}

/** What a sum could reach at most in an interval: the sum of what each meter reached. */
interface Bounded extends Interval {
  readonly bound: bigint;
}

interface Signed {
  readonly ids: readonly number[];
  readonly signs: readonly number[];
  /** How many of them the quarter `u.ts` demands. */
  readonly due: RawBuilder<unknown>;
}

/**
 * The highest mean power of a quarter of an hour in each range: of the sum, not the sum of the highest. Quarters that
 * every meter that counts has measured in full count; between equals the earliest. Null where there is none, or where
 * a meter is outside the scope. The same few statements however many ranges: the days that could reach highest are looked at, then of
 * all others only the hours that could reach more.
 */
export async function peaksOf(
  db: Db,
  signed: readonly SignedMeter[],
  ranges: readonly Range[],
): Promise<(PeakQuarter | null)[]> {
  const best: (PeakQuarter | null)[] = ranges.map(() => null);
  const meters = await visibleMeters(db, signed.map((one) => one.meterId)); // prettier-ignore
  const wanted = ranges.map((range, key) => ({ ...range, key })).filter(({ from, to }) => to > from);
  if (meters.length < signed.length || wanted.length === 0) return best;
  const [zone, ...others] = new Set(meters.map((meter) => meter.zone));
  if (!zone) return best;
  const counting = meters.map((meter) => meter.counting);
  const due = dueSql(dueSteps(zone, LEVEL.quarter, counting, hullOf(wanted)), 'u.ts');
  const who = { ids: signed.map((one) => one.meterId), signs: signed.map((one) => one.sign), due };
  const take = async (intervals: readonly Interval[]): Promise<void> => {
    for (const [key, found] of await highest(db, who, intervals)) {
      const held = best[key];
      if (!held || found.demand > held.demand || (found.demand === held.demand && found.from < held.from))
        best[key] = found;
    }
  };
  // Days of several zones overlap, and what is taken off may be below zero: what one of them could reach is no bound.
  if (others.length > 0 || !(await isBounded(db, signed))) {
    await take(wanted);
    return best;
  }
  const days = await boundsOf(db, who, zone, LEVEL.day, wanted);
  const first = wanted.flatMap(({ key }) => days.filter((day) => day.key === key).slice(0, FIRST_DAYS));
  await take(first);
  // Between equals the earliest counts: a later interval has to reach more.
  const mayBeat = ({ key, bound, from }: Bounded): boolean => {
    const held = best[key];
    return !held || bound > held.demand || (bound === held.demand && from < held.from);
  };
  const rest = days.filter((day) => !first.includes(day) && mayBeat(day));
  if (rest.length === 0) return best;
  await take((await boundsOf(db, who, zone, LEVEL.hour, rest)).filter(mayBeat));
  return best;
}

/** Whether what is taken off never adds: real meters, and sums of nothing but what is added. */
async function isBounded(db: Db, signed: readonly SignedMeter[]): Promise<boolean> {
  const off = signed.filter(({ sign }) => sign < 0).map(({ meterId }) => meterId);
  if (off.length === 0) return true;
  if (off.length === signed.length) return false;
  const { rows } = await sql`
    with recursive part as (
      select child_id, sign from ammeter_sum where ammeter_id = any (${off}::integer[])
      union select s.child_id, s.sign from part p join ammeter_sum s on s.ammeter_id = p.child_id)
    select from part where sign < 0 limit 1`.execute(db);
  return rows.length === 0;
}

const dates = (times: readonly number[]): Date[] => times.map((t) => new Date(t));

/** The buckets of a level that touch the intervals, cut to them, those that could reach highest in front. */
async function boundsOf(
  db: Db,
  { ids, signs }: Signed,
  zone: Zone,
  level: Level,
  intervals: readonly Interval[],
): Promise<Bounded[]> {
  // No bucket is longer: one that begins so early does not touch the interval.
  const longest = (level === LEVEL.day ? 26 : 2) * HOUR_MS;
  const { rows } = await sql<{ n: number; ts: Date; bound: string }>`
    select d.n::integer as n, u.ts, sum(u.md)::text as bound
    from unnest(${dates(intervals.map((one) => one.from - longest))}::timestamptz[],
        ${dates(intervals.map((one) => one.to))}::timestamptz[]) with ordinality d (from_ts, to_ts, n)
      cross join unnest(${ids}::integer[], ${signs}::integer[]) m (id, sign)
      cross join lateral (
        select ts, md from usage_in(m.id, ${level}, d.from_ts, d.to_ts)
        where ts > d.from_ts and md is not null offset 0) u
    where m.sign > 0
    group by d.n, u.ts order by sum(u.md) desc, u.ts`.execute(db);
  return rows.flatMap(({ n, ts, bound }) => {
    const interval = intervals[n - 1];
    if (!interval) return [];
    const from = Math.max(interval.from, ts.getTime());
    const to = Math.min(interval.to, bucketEnd(zone, level, ts.getTime()));
    return to > from ? [{ key: interval.key, from, to, bound: BigInt(bound) }] : [];
  });
}

/** The highest quarter of an hour of the intervals of each key; intervals of a key do not overlap. */
async function highest(
  db: Db,
  { ids, signs, due }: Signed,
  intervals: readonly Interval[],
): Promise<Map<number, PeakQuarter>> {
  if (intervals.length === 0) return new Map();
  const { rows } = await sql<{ key: number; ts: Date; demand: string }>`
    select distinct on (d.key) d.key, u.ts, sum(m.sign * u.md)::text as demand
    from unnest(${intervals.map((one) => one.key)}::integer[], ${dates(intervals.map((one) => one.from))}::timestamptz[],
        ${dates(intervals.map((one) => one.to))}::timestamptz[]) d (key, from_ts, to_ts)
      cross join unnest(${ids}::integer[], ${signs}::integer[]) m (id, sign)
      cross join lateral (
        select ts, md from usage_in(m.id, 1, d.from_ts, d.to_ts) where md is not null offset 0) u
    group by d.key, u.ts having count(*) >= ${due}
    order by d.key, sum(m.sign * u.md) desc, u.ts`.execute(db);
  return new Map(
    rows.map(({ key, ts, demand }) => [
      key,
      { from: ts.getTime(), to: ts.getTime() + QUARTER_MS, demand: BigInt(demand) },
    ]),
  );
}
