import { NOT_COMPARABLE } from '#contract/notComparable.ts';
import type { Text } from '#contract/text.ts';
import { flagNames } from '#contract/usageFlag.ts';
import { microToNumber } from '#domain/decimal/decimal.ts';
import type { Change, Side } from '#domain/figure/change.ts';
import type { Range } from '#domain/fold/reach.ts';
import { bucketStart, type Level } from '#domain/time/bucket.ts';
import { dateAt, timeAt } from '#domain/time/text.ts';
import type { Zone } from '#domain/time/zone.ts';
import { spanAmountOf } from '#domain/figure/amount.ts';
import { type SumBucket, type SumOptions, usageSums } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { AnalysisRow, Opens } from '#contract/analysis.ts';
import type { AnalysisContext } from './context.ts';
import { shiftedEnd, shifter, type Shift } from '#domain/time/shift.ts';

/** A bucket's name in the site's zone: `2018-07-15 11:00`, `2018-07-15`, `2018-07`, `2018`. */
export function bucketLabel(zone: Zone, level: Level, t: number): string {
  if (level <= 2) return timeAt(zone, t);
  return dateAt(zone, t).slice(0, level === 3 ? 10 : level === 4 ? 7 : 4);
}

/** A bucket as a row of an answer. */
export function rowOf(
  context: AnalysisContext,
  bucket: SumBucket,
  cells: AnalysisRow['cells'],
  level: Level = context.level,
): AnalysisRow {
  const { expected, until } = context;
  const { ts, end, energy } = bucket;
  const { coverage, flags: names } = spanAmountOf(bucket, ts, end, expected);
  const label = bucketLabel(context.zone, level, ts);
  return {
    key: String(ts),
    cells: { time: label, ...cells },
    coverage,
    flags: names,
    ...(ts <= expected.now && end > until ? { unfinished: true } : {}),
    ...(energy === null ? {} : { opens: { level, at: ts } satisfies Opens }),
  };
}

/** Millionths as a number of a reply; null stays null. */
export const numberOf = (micro: bigint | null): number | null =>
  micro === null ? null : microToNumber(micro);

/** The names of flags, for sums that are no bucket. */
export const flagsOf = flagNames;

/** The buckets of the question, and for each step back in the calendar their counterparts by bucket start. */
export async function bucketsBeside(
  trx: Db,
  { zone, level, range, signed }: AnalysisContext,
  shifts: readonly Shift[],
  options: SumOptions = {},
): Promise<{ readonly buckets: SumBucket[]; readonly beside: ReadonlyMap<number, SumBucket>[] }> {
  const ranges = shifts.map((shift) => {
    const from = shiftedEnd(zone, range.from, shift);
    return { from, to: Math.max(from, shiftedEnd(zone, range.to, shift)) };
  });
  const [buckets = []] = await usageSums(trx, signed, level, [range], options);
  const others = await usageSums(trx, signed, level, ranges, { ...options, demand: false });
  const beside = shifts.map((shift, i) => {
    const earlier = new Map(others[i]?.map((bucket) => [bucket.ts, bucket]));
    const back = shifter(zone, shift);
    return new Map(
      buckets.flatMap(({ ts }) => {
        const there = back(ts);
        const bucket = there === null ? undefined : earlier.get(bucketStart(zone, level, there));
        return bucket ? [[ts, bucket] as const] : [];
      }),
    );
  });
  return { buckets, beside };
}

/** A bucket as one of two that are compared; nothing is known of one that is not there. */
export const sideOfBucket = (bucket: SumBucket | undefined): Side => ({
  from: bucket?.ts ?? 0,
  to: bucket?.end ?? 0,
  value: bucket?.energy ?? null,
  coveredS: bucket?.coveredS ?? 0,
  known: bucket?.known ?? 0,
});

/** Cells of changes, and why those are missing that are. */
export function changeCells(changes: Readonly<Record<string, Change>>): {
  readonly cells: Readonly<Record<string, number | null>>;
  readonly why: Readonly<Record<string, Text>>;
} {
  const all = Object.entries(changes);
  return {
    cells: Object.fromEntries(all.map(([key, { change }]) => [key, change])),
    why: Object.fromEntries(all.flatMap(([key, { why }]) => (why ? [[key, NOT_COMPARABLE[why]]] : []))),
  };
}

/** An interval and the one that is as long by the calendar earlier, both ending where today's data end. */
export function equalPeriods(
  { zone, range, until }: Pick<AnalysisContext, 'zone' | 'range' | 'until'>,
  shift: Shift,
): { readonly own: Range; readonly before: Range } {
  const to = Math.max(range.from, Math.min(range.to, until));
  return {
    own: { from: range.from, to },
    before: { from: shiftedEnd(zone, range.from, shift), to: shiftedEnd(zone, to, shift) },
  };
}

/** Buckets put into the intervals that they begin in, both in the order of time. */
export function within<T extends { readonly ts: number }>(
  intervals: readonly Range[],
  buckets: readonly T[],
): T[][] {
  let next = 0;
  return intervals.map(({ from, to }) => {
    while ((buckets[next]?.ts ?? Infinity) < from) next++;
    const first = next;
    while ((buckets[next]?.ts ?? Infinity) < to) next++;
    return buckets.slice(first, next);
  });
}

/** The intervals between bounds. */
export const between = (bounds: readonly number[]): Range[] =>
  bounds.slice(0, -1).map((from, i) => ({ from, to: bounds[i + 1] ?? from }));
