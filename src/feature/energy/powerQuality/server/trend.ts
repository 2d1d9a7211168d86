import type { Range } from '#domain/fold/reach.ts';
import { QUARTER_MS } from '#domain/time/duration.ts';
import type { Assessed } from '../domain/quality.ts';

/** Mean of each value over a quarter of an hour, with its lowest and highest and the time that is known. */
export interface TrendPoint {
  readonly from: number;
  readonly means: readonly (number | null)[];
  readonly low: number | null;
  readonly high: number | null;
  readonly knownMs: number;
}

/** The quarters of an hour of a range, also where nothing is known. Means are weighted by time. */
export function trendOf(samples: readonly Assessed[], { from, to }: Range, parts: number): TrendPoint[] {
  const points: TrendPoint[] = [];
  let next = 0;
  while (next < samples.length && (samples[next]?.ts ?? 0) < from) next++;
  for (let at = from; at < to; at += QUARTER_MS) {
    const first = next;
    while (next < samples.length && (samples[next]?.ts ?? 0) < at + QUARTER_MS) next++;
    points.push({ from: at, ...pointOf(samples.slice(first, next), parts) });
  }
  return points;
}

function pointOf(own: readonly Assessed[], parts: number): Omit<TrendPoint, 'from'> {
  const all = own.flatMap(({ values }) => values.filter((value) => value !== null));
  return {
    means: Array.from({ length: parts }, (_, part) => {
      let [sum, weight] = [0, 0];
      for (const { values, ms } of own) {
        const value = values[part] ?? null;
        if (value === null) continue;
        // A single sample at the very end stands for no time, but is what is known.
        sum += value * (ms || 1);
        weight += ms || 1;
      }
      return weight === 0 ? null : sum / weight;
    }),
    low: all.length === 0 ? null : Math.min(...all),
    high: all.length === 0 ? null : Math.max(...all),
    knownMs: own.reduce((sum, { ms }) => sum + ms, 0),
  };
}
