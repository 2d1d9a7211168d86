import { type Level, bucketEnd, bucketStart } from '../time/bucket.ts';
import type { Zone } from '../time/zone.ts';
import { type Counting, dueSeconds, isDue } from './counting.ts';
import type { Range } from './reach.ts';

/** How many meters of a sum are demanded by the start of a bucket: `first`, and from each step on another number. */
export interface DueSteps {
  readonly first: number;
  /** Bucket starts, ms, ascending; the first bucket that demands so many. */
  readonly steps: readonly { readonly at: number; readonly due: number }[];
}

/** The first bucket that demands a meter, and the first that no longer does; null where none ever does. */
function borders(zone: Zone, level: Level, { from, to }: Counting): Range | null {
  if (from === null || from >= to) return null;
  const start = (t: number): number => (Number.isFinite(t) ? bucketStart(zone, level, t) : t);
  const last = start(to);
  return { from: start(from), to: last === to ? to : bucketEnd(zone, level, last) };
}

/**
 * The buckets of a level whose start lies in a range, by how many meters they demand. Most sums have no step: their
 * meters began before it and go on after it.
 */
export function dueSteps(
  zone: Zone,
  level: Level,
  counting: readonly Counting[],
  { from, to }: Range,
): DueSteps {
  let first = 0;
  const changes = new Map<number, number>();
  const change = (at: number, count: number): void => {
    if (at <= from) first += count;
    else if (at < to) changes.set(at, (changes.get(at) ?? 0) + count);
  };
  for (const one of counting) {
    // Far from the range no border is worked out.
    if (one.from !== null && one.from <= from && one.to === Infinity) first += 1;
    else {
      const ends = borders(zone, level, one);
      if (!ends) continue;
      change(ends.from, 1);
      change(ends.to, -1);
    }
  }
  let due = first;
  const steps = [...changes].toSorted(([a], [b]) => a - b).map(([at, by]) => ({ at, due: (due += by) }));
  return { first, steps };
}

/** How many meters the bucket that starts at `ts` demands. */
export function dueAt({ first, steps }: DueSteps, ts: number): number {
  let due = first;
  for (const step of steps) {
    if (step.at > ts) break;
    due = step.due;
  }
  return due;
}

/** How many meters count in some part of [from, to). */
export const dueIn = (counting: readonly Counting[], from: number, to: number): number =>
  counting.reduce((n, one) => n + (isDue(one, from, to) ? 1 : 0), 0);

/** What intervals of a range demand of meters together. */
export interface DueOver {
  /** How many meters count in some part of [from, to). */
  readonly meters: (from: number, to: number) => number;
  /** The seconds of [from, to) that each meter counts, added up. */
  readonly seconds: (from: number, to: number) => number;
}

/** For many intervals of one range: a meter that counts all the time is looked at once, not for each interval. */
export function dueOver(counting: readonly Counting[], range: Range): DueOver {
  const changing = counting.filter(
    (one) => !(one.from !== null && one.from <= range.from && one.to >= range.to),
  );
  const steady = counting.length - changing.length;
  return {
    meters: (from, to) => steady + dueIn(changing, from, to),
    seconds: (from, to) =>
      changing.reduce((sum, one) => sum + dueSeconds(one, from, to), steady * Math.round((to - from) / 1000)),
  };
}
