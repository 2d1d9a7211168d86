import { bucketEnd, bucketStart, type Level } from './bucket.ts';
import { QUARTER_MS } from './duration.ts';
import type { Zone } from './zone.ts';

/** Neighbouring whole buckets of one level, [from, to) in ms. */
export interface Run {
  readonly level: Level;
  readonly from: number;
  readonly to: number;
}

const LEVELS = [5, 4, 3, 2, 1] as const satisfies readonly Level[];

/** An interval as the fewest whole buckets; ends off the quarter hours are cut to the grid. */
export function runsOf(zone: Zone, from: number, to: number): Run[] {
  const runs: Run[] = [];
  let at = Math.ceil(from / QUARTER_MS) * QUARTER_MS;
  while (at + QUARTER_MS <= to) {
    const start = at;
    const level =
      LEVELS.find((one) => bucketStart(zone, one, start) === start && bucketEnd(zone, one, start) <= to) ?? 1;
    const end = bucketEnd(zone, level, at);
    const last = runs.at(-1);
    if (last?.level === level) runs[runs.length - 1] = { ...last, to: end };
    else runs.push({ level, from: at, to: end });
    at = end;
  }
  return runs;
}
