import type { Sample } from './sample.ts';

/** A sample holds until the next one, at most for so many expected intervals (watch.md section 3). */
export const HOLD_INTERVALS = 3;

/** How long a sample holds, ms. @param expectedSeconds null = the point is heard when it changes only: for ever */
export const holdOf = (expectedSeconds: number | null): number =>
  expectedSeconds === null ? Infinity : expectedSeconds * 1000 * HOLD_INTERVALS;

/** An interval of time [from, to) in one state. */
export interface StateInterval {
  /** ms */
  readonly from: number;
  readonly to: number;
  /** Null = unknown: not heard, or the device did not know. */
  readonly value: number | null;
}

/** A change from one known position to another: the instant at which the new one was first heard. */
export interface Operation {
  readonly ts: number;
  readonly from: number;
  readonly to: number;
}

/** What a range of time came to. Times in ms; the states' times and the unknown one are the length of the range. */
export interface Totals {
  readonly from: number;
  readonly to: number;
  readonly byState: ReadonlyMap<number, number>;
  readonly unknown: number;
  readonly operations: number;
}

/** The position at an instant; null = unknown then. @param samples in the order of time, the last before `at` among them */
export function stateAt(samples: readonly Sample[], at: number, hold: number): number | null {
  const last = samples.findLast(({ ts }) => ts <= at);
  return last && at - last.ts < hold ? last.value : null;
}

/**
 * The intervals that samples make of [from, to), without a gap and without overlap, each in another state than the one
 * before. @param samples in the order of time, with the last one before `from` @param hold ms that a sample holds
 */
export function intervalsOf(
  samples: readonly Sample[],
  from: number,
  to: number,
  hold: number,
): StateInterval[] {
  const intervals: StateInterval[] = [];
  const add = (begin: number, end: number, value: number | null): void => {
    const [a, b] = [Math.max(begin, from), Math.min(end, to)];
    if (b <= a) return;
    const last = intervals.at(-1);
    if (last && last.value === value) intervals[intervals.length - 1] = { ...last, to: b };
    else intervals.push({ from: a, to: b, value });
  };
  add(from, samples[0]?.ts ?? to, null);
  for (const [i, { ts, value }] of samples.entries()) {
    const next = samples[i + 1]?.ts ?? Infinity;
    add(ts, Math.min(next, ts + hold), value);
    add(ts + hold, next, null);
  }
  return intervals;
}

/**
 * Operations among changes: from one known position to another, also where it was unknown between. What is heard first
 * is none. @param before the last known position before the first change; null = none
 */
export function operationsOf(changes: Iterable<Sample>, before: number | null = null): Operation[] {
  const operations: Operation[] = [];
  let last = before;
  for (const { ts, value } of changes) {
    if (value === null) continue;
    if (last !== null && last !== value) operations.push({ ts, from: last, to: value });
    last = value;
  }
  return operations;
}

/**
 * Time in each state and operations of the ranges between bounds.
 * @param bounds ms, rising: range i is [bounds[i], bounds[i + 1]) @param intervals that cover them
 */
export function totalsOf(
  bounds: readonly number[],
  intervals: readonly StateInterval[],
  operations: readonly Operation[],
): Totals[] {
  const totals: Totals[] = [];
  let i = 0;
  let o = 0;
  for (const [n, from] of bounds.slice(0, -1).entries()) {
    const to = bounds[n + 1] as number;
    const byState = new Map<number, number>();
    let unknown = 0;
    while (i < intervals.length && (intervals[i] as StateInterval).to <= from) i++;
    for (let k = i; k < intervals.length; k++) {
      const one = intervals[k] as StateInterval;
      if (one.from >= to) break;
      const length = Math.min(one.to, to) - Math.max(one.from, from);
      if (one.value === null) unknown += length;
      else byState.set(one.value, (byState.get(one.value) ?? 0) + length);
    }
    while (o < operations.length && (operations[o] as Operation).ts < from) o++;
    const first = o;
    while (o < operations.length && (operations[o] as Operation).ts < to) o++;
    totals.push({ from, to, byState, unknown, operations: o - first });
  }
  return totals;
}
