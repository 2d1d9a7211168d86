import { CODES } from '#contract/dataCode.ts';
import { badInput } from '#contract/error.ts';
import {
  MILLION,
  microToNumber,
  numberToMicro,
  parseDecimal,
  type Ratio,
  roundDiv,
} from '#domain/decimal/decimal.ts';
import { type Point, type Reading, resolve } from '#domain/fold/point.ts';
import { bucketBounds, type Level } from '#domain/time/bucket.ts';
import type { Db } from '#server/database/db.ts';
import { countingReadings } from './countingReadings.ts';
import { visibleMeterSet } from './meterSets.ts';
import { visibleMeter } from './visible.ts';

/** What a gauge told in a bucket: arithmetic mean of its readings, lowest, highest. */
export interface GaugeBucket {
  /** Start of the bucket, ms. */
  readonly ts: number;
  readonly mean: number;
  readonly min: number;
  readonly max: number;
}

/**
 * The readings of a gauge that count, by bucket of [from, to) in the zone of the meter's site; a bucket without any is left out.
 * @param less of a second gauge that is taken off, at instants at which both were told: how far two lie apart
 * @param can which values can be: others are left out as if they had not been told
 * @throws Fault 400 for an unknown code, 404 for a meter outside the executor's scope.
 */
export async function gaugeBuckets(
  db: Db,
  meterId: number,
  code: string,
  level: Level,
  from: number,
  to: number,
  {
    less,
    can,
    table = CODES,
  }: {
    readonly less?: string;
    readonly can?: (value: number) => boolean;
    readonly table?: typeof CODES;
  } = {},
): Promise<GaugeBucket[]> {
  const codes = [code, ...(less === undefined ? [] : [less])];
  if (codes.some((one) => table.indexOf(one) < 0))
    throw badInput({ zh: '未知的数据代码', en: 'Unknown data code' }, 'code');
  const { zone } = await visibleMeter(db, meterId);
  const bounds = bucketBounds(zone, level, from, to);
  const [first, last] = [bounds[0], bounds.at(-1)];
  if (first === undefined || last === undefined) return [];
  const window = { meterId, from: Math.max(first, from), to: Math.min(last, to) };
  const meters = await visibleMeterSet(db, [meterId]);
  const [told = []] = await countingReadings(db, meters, [window], codes, table);
  const points = less === undefined ? resolve(told[0] ?? []) : lessThan(told);
  return bucketsOf(can ? points.filter(({ value }) => can(value)) : points, bounds);
}

/** What the first gauge told more than the second, where one source told both. */
function lessThan([of = [], less = []]: readonly Reading[][]): readonly Point[] {
  const other = new Map(less.map(({ ts, source, value }) => [`${ts} ${source}`, value]));
  const both = of.flatMap((one) => {
    const value = other.get(`${one.ts} ${one.source}`);
    return value === undefined ? [] : [{ ...one, value: one.value - value }];
  });
  return resolve(both);
}

/** @param points in the order of time, none before the first of the bounds */
function bucketsOf(points: readonly Point[], bounds: readonly number[]): GaugeBucket[] {
  const buckets: GaugeBucket[] = [];
  let next = 1;
  for (let i = 0; i < points.length;) {
    while (next < bounds.length && (bounds[next] as number) <= (points[i] as Point).ts) next++;
    const end = bounds[next] ?? Infinity;
    let [min, max] = [Infinity, -Infinity];
    const begin = i;
    for (; i < points.length && (points[i] as Point).ts < end; i++) {
      const { value } = points[i] as Point;
      [min, max] = [Math.min(min, value), Math.max(max, value)];
    }
    const mean = microToNumber(meanOf(points, begin, i));
    buckets.push({ ts: bounds[next - 1] as number, mean, min, max });
  }
  return buckets;
}

/** The exact mean of some points in millionths, to the nearest. */
function meanOf(points: readonly Point[], from: number, to: number): bigint {
  // Most values have no more than six decimals, and add up quickly.
  let micros = 0n;
  let rest = ZERO;
  for (let i = from; i < to; i++) {
    const { value } = points[i] as Point;
    const micro = numberToMicro(value);
    if (Number(micro) / 1e6 === value && Math.abs(value) < MOST_MICRO) micros += micro;
    else rest = plus(rest, parseDecimal(String(value)));
  }
  const sum = plus(rest, { num: micros, den: MILLION });
  return roundDiv(sum.num * MILLION, sum.den * BigInt(to - from));
}

/** Below this a value of six decimals is the only one of its float. */
const MOST_MICRO = 1e9;

const ZERO: Ratio = { num: 0n, den: 1n };

/** Denominators are powers of ten. */
function plus(a: Ratio, b: Ratio): Ratio {
  const den = a.den > b.den ? a.den : b.den;
  return { num: a.num * (den / a.den) + b.num * (den / b.den), den };
}
