import { QUARTER_MS } from '#domain/time/duration.ts';
import type { Interval } from './load.ts';

/** What tells the power of a quarter: itself, or the hour that it lies in. */
export interface KnownQuarter {
  readonly interval: Interval;
  readonly hourly: boolean;
}

/**
 * What is known of each quarter of a range that is over: its own energy where that was measured; the mean of its hour
 * where the hour is known as a whole and not all of its quarters are, so that the hour comes to what it is; null where
 * neither was measured. Pure.
 */
export function quartersKnown(
  { from, to }: { readonly from: number; readonly to: number },
  until: number,
  quarters: readonly { readonly ts: number; readonly energy: bigint }[],
  hours: readonly Interval[],
): (KnownQuarter | null)[] {
  const known = Array.from(
    { length: Math.max(0, (to - from) / QUARTER_MS) },
    (): KnownQuarter | null => null,
  );
  const put = (ts: number, one: KnownQuarter): void => {
    const at = (ts - from) / QUARTER_MS;
    if (at >= 0 && at < known.length && ts + QUARTER_MS <= until) known[at] = one;
  };
  const measured = new Set<number>();
  for (const { ts, energy } of quarters) {
    measured.add(ts);
    put(ts, { interval: { ts, end: ts + QUARTER_MS, energy }, hourly: false });
  }
  for (const hour of hours) {
    const inside: number[] = [];
    for (let { ts } = hour; ts < hour.end; ts += QUARTER_MS) inside.push(ts);
    if (!inside.every((ts) => measured.has(ts)))
      for (const ts of inside) put(ts, { interval: hour, hourly: true });
  }
  return known;
}

/** Where a list is true, as runs: the first place of each, and the place behind it. */
export function runsOf(marks: readonly boolean[]): [first: number, behind: number][] {
  const runs: [number, number][] = [];
  marks.forEach((mark, i) => {
    if (!mark) return;
    const last = runs.at(-1);
    if (last?.[1] === i) last[1] = i + 1;
    else runs.push([i, i + 1]);
  });
  return runs;
}
