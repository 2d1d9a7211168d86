import { FLAG } from '#contract/usageFlag.ts';
import { floorDiv, numberToMicro } from '../decimal/decimal.ts';
import { MOST_POWER } from '../fold/absurd.ts';
import type { Point } from '../fold/point.ts';
import { MINUTE_MS } from '../time/duration.ts';

/** Readings of active power of one minute together. */
export interface PowerMinute {
  /** Its begin, ms. */
  readonly from: number;
  /** First and last stamp in it, ms. */
  readonly first: number;
  readonly last: number;
  /** Readings that count. */
  readonly n: number;
  /** Millionths of kW. */
  readonly sum: bigint;
  /** The highest and the lowest, each at its first instant (ms); null where none counts. */
  readonly max: bigint | null;
  readonly maxAt: number;
  readonly min: bigint | null;
  readonly minAt: number;
  readonly flags: number;
  /** A reading of it is absurd or in conflict: its mean does not count. */
  readonly bad: boolean;
}

/** Readings of power by minutes. @param points in the order of time, one an instant */
export function minutesOf(points: readonly Point[]): PowerMinute[] {
  const minutes: PowerMinute[] = [];
  let open: { -readonly [K in keyof PowerMinute]: PowerMinute[K] } | undefined;
  for (const { ts, value, flags } of points) {
    if (!open || ts >= open.from + MINUTE_MS) {
      const from = Math.floor(ts / MINUTE_MS) * MINUTE_MS;
      open = { from, first: ts, last: ts, n: 0, sum: 0n, max: null, maxAt: 0, min: null, minAt: 0, flags: 0, bad: false }; // prettier-ignore
      minutes.push(open);
    }
    open.last = ts;
    open.flags |= flags;
    if ((flags & FLAG.conflict) !== 0) open.bad = true;
    if (Math.abs(value) > MOST_POWER) {
      open.flags |= FLAG.suspect;
      open.bad = true;
      continue;
    }
    const power = numberToMicro(value);
    open.n++;
    open.sum += power;
    if (open.max === null || power > open.max) [open.max, open.maxAt] = [power, ts];
    if (open.min === null || power < open.min) [open.min, open.minAt] = [power, ts];
  }
  return minutes;
}

/** Mean power of [from, to) in millionths of kW; null where a minute of it has none that counts. */
export type MinuteMeans = (first: number, from: number, to: number) => bigint | null;

/** More power than a fifth above what the meter is rated for. */
const isBeyond = (power: bigint, rated: bigint | null): boolean =>
  rated !== null && rated > 0n && power * 5n > rated * 6n;

/**
 * Mean powers of intervals of whole minutes in [first, to): the rolling sum of one value a minute over their number
 * (domain notes 5.3). Several readings of one minute count as their mean; a minute with a reading that is absurd,
 * beyond the rated power or in conflict does not count. Undefined where power comes too seldom for any.
 */
export function minuteMeans(
  power: readonly PowerMinute[],
  first: number,
  to: number,
  ratedPower: bigint | null,
): MinuteMeans | undefined {
  const minutes = Math.round((to - first) / MINUTE_MS);
  const inside = power.filter(({ from }) => from >= first && from < to);
  if (!isDense(inside)) return undefined;
  const mean: (bigint | undefined)[] = [];
  for (const { from, n, sum, max, bad } of inside) {
    const counts = !bad && max !== null && !isBeyond(max, ratedPower);
    if (counts) mean[Math.round((from - first) / MINUTE_MS)] = floorDiv(sum, BigInt(n));
  }
  // Sums of the means up to each minute, and how many minutes in a row count up to it.
  const upTo = new BigInt64Array(minutes + 1);
  const run = new Int32Array(minutes + 1);
  for (let m = 0; m < minutes; m++) {
    upTo[m + 1] = (upTo[m] as bigint) + (mean[m] ?? 0n);
    run[m + 1] = mean[m] === undefined ? 0 : (run[m] as number) + 1;
  }
  return (start, from, end) => {
    const a = (from - start) / MINUTE_MS;
    const b = (end - start) / MINUTE_MS;
    if ((run[b] ?? 0) < b - a) return null;
    return floorDiv((upTo[b] as bigint) - (upTo[a] as bigint), BigInt(b - a));
  };
}

/** Whether any two readings lie so near each other that each minute between may have one. */
export const isDense = (power: readonly PowerMinute[]): boolean =>
  power.some(
    ({ first, last }, i) => first < last || first - (power[i - 1]?.last ?? -Infinity) < 2 * MINUTE_MS,
  );
