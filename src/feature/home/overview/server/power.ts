import { hourlyUnit, ENERGY } from '#contract/energyType.ts';
import { microToNumber, roundDiv } from '#domain/decimal/decimal.ts';
import type { Range } from '#domain/fold/reach.ts';
import { bucketEnd, bucketStart, LEVEL } from '#domain/time/bucket.ts';
import { DAY_MS, QUARTER_MS } from '#domain/time/duration.ts';
import { readingsOf, type SumBucket, usageSum } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { PowerCurve } from '../contract.ts';
import { periodOf } from '#domain/time/period.ts';
import type { DayContext } from '#feature/meters/subject/server/public.ts';

type Points = [number, number | null][];

/** More points than a wide screen has pixels for are thinned to the lowest and highest of each interval. */
const MOST_POINTS = 1000;

/**
 * The power of a day beside the day before: readings of active power where one electricity meter stands for the node
 * and sends them, else the mean power of each quarter of an hour that every meter has measured; of each hour where quarters
 * are but parts of longer intervals.
 */
export async function powerOf(trx: Db, context: DayContext): Promise<PowerCurve> {
  const { zone, question, day, signed, subject } = context;
  const before = periodOf(zone, 'day', question.date, 1);
  const head = { ...question, ...day, unit: hourlyUnit(subject.unit) };
  const [only, ...more] = signed;
  if (only && more.length === 0 && only.sign === 1 && subject.dataType === ENERGY.electricity) {
    const points = await readings(trx, context, only.meterId, day);
    if (points.length > 0)
      return {
        ...head,
        source: 'PZ',
        points,
        before: moved(await readings(trx, context, only.meterId, before), context),
      };
  }
  const [own, earlier] = await Promise.all([quarters(trx, context, day), quarters(trx, context, before)]);
  // One step for both: a day of hours beside one of quarters would peak lower for no other reason.
  const byHours = isCoarse(own, context) || isCoarse(earlier, context);
  const points = (buckets: readonly SumBucket[]): Points =>
    byHours ? hourMeans(buckets, context) : quarterMeans(buckets, context);
  return {
    ...head,
    source: byHours ? 'hourMean' : 'mean',
    points: points(own),
    before: moved(points(earlier), context),
  };
}

/** Readings with a null between two that lie further apart than their meter's steps. */
async function readings(
  trx: Db,
  { expected }: DayContext,
  meterId: number,
  { from, to }: Range,
): Promise<Points> {
  const { points } = await readingsOf(trx, meterId, 'PZ', from, to, MOST_POINTS);
  const gap = Math.max(3 * expected.stepMs, (3 * (to - from)) / MOST_POINTS);
  const curve: Points = [];
  for (const { ts, value } of points) {
    const last = curve.at(-1);
    if (last && ts - last[0] > gap) curve.push([Math.round((last[0] + ts) / 2), null]);
    curve.push([ts, value]);
  }
  return curve;
}

/** The quarters of a day that have begun. */
const quarters = (trx: Db, { signed, expected }: DayContext, { from, to }: Range): Promise<SumBucket[]> =>
  usageSum(trx, signed, LEVEL.quarter, from, Math.min(to, expected.now), { demand: true });

/** Quarters tell a day of which so many known ones are measured, percent. */
const ENOUGH = 90;

const isKnown = ({ energy, missing, end }: SumBucket, { expected }: DayContext): boolean =>
  energy !== null && missing.length === 0 && end <= expected.now;

/** Whether the quarters of a day are mostly parts of longer intervals, whose shape nobody measured. */
function isCoarse(buckets: readonly SumBucket[], context: DayContext): boolean {
  const known = buckets.filter((one) => isKnown(one, context));
  return known.filter(({ md }) => md !== null).length * 100 < known.length * ENOUGH;
}

/** Mean power in the middle of each quarter of an hour; a quarter that a meter lacks is a gap. */
const quarterMeans = (buckets: readonly SumBucket[], context: DayContext): Points =>
  buckets.map((one) => [
    one.ts + QUARTER_MS / 2,
    isKnown(one, context) ? microToNumber((one.energy ?? 0n) * 4n) : null,
  ]);

/** The same with the mean of its hour; an hour of which a quarter is lacking is a gap. */
function hourMeans(buckets: readonly SumBucket[], context: DayContext): Points {
  const hours = new Map<number, { energy: bigint; n: number }>();
  const startOf = ({ ts }: SumBucket): number => bucketStart(context.zone, LEVEL.hour, ts);
  for (const one of buckets.filter((bucket) => isKnown(bucket, context))) {
    const { energy, n } = hours.get(startOf(one)) ?? { energy: 0n, n: 0 };
    hours.set(startOf(one), { energy: energy + (one.energy ?? 0n), n: n + 1 });
  }
  return buckets.map((one) => {
    const start = startOf(one);
    const { energy = 0n, n = 0 } = hours.get(start) ?? {};
    const whole = n > 0 && n * QUARTER_MS === bucketEnd(context.zone, LEVEL.hour, start) - start;
    return [one.ts + QUARTER_MS / 2, whole ? microToNumber(roundDiv(energy * 4n, BigInt(n))) : null];
  });
}

/**
 * A curve of the day before on the clock of the day. What the day skips has no place on it, of a clock that the day before
 * had twice the first is told.
 */
function moved(points: Points, { zone, day }: DayContext): Points {
  let last = -Infinity;
  return points.flatMap(([t, value]): Points => {
    const wall = t + zone.offsetAt(t) + DAY_MS;
    const at = zone.instantOf(wall);
    if (at + zone.offsetAt(at) !== wall || at <= last || at >= day.to) return [];
    last = at;
    return [[at, value]];
  });
}
