import { FLAG } from '#contract/usageFlag.ts';
import { floorDiv, numberToMicro } from '../decimal/decimal.ts';
import { MOST_POWER } from '../fold/absurd.ts';
import type { Point } from '../fold/point.ts';
import { MINUTE_MS } from '../time/duration.ts';

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
  power: readonly Point[],
  first: number,
  to: number,
  ratedPower: bigint | null,
): MinuteMeans | undefined {
  const minutes = Math.round((to - first) / MINUTE_MS);
  const inside = power.filter(({ ts }) => ts >= first && ts < to);
  if (!isDense(inside)) return undefined;
  const sum = new BigInt64Array(minutes);
  const n = new Int32Array(minutes);
  const bad = new Uint8Array(minutes);
  for (const { ts, value, flags } of inside) {
    const minute = Math.floor((ts - first) / MINUTE_MS);
    const micro = Math.abs(value) > MOST_POWER ? null : numberToMicro(value);
    if (micro === null || (flags & FLAG.conflict) !== 0 || isBeyond(micro, ratedPower)) bad[minute] = 1;
    else {
      sum[minute] = (sum[minute] as bigint) + micro;
      n[minute] = (n[minute] as number) + 1;
    }
  }
  // Sums of the means up to each minute, and how many minutes in a row count up to it.
  const upTo = new BigInt64Array(minutes + 1);
  const run = new Int32Array(minutes + 1);
  for (let m = 0; m < minutes; m++) {
    const good = bad[m] === 0 && (n[m] as number) > 0;
    upTo[m + 1] = (upTo[m] as bigint) + (good ? floorDiv(sum[m] as bigint, BigInt(n[m] as number)) : 0n);
    run[m + 1] = good ? (run[m] as number) + 1 : 0;
  }
  return (start, from, end) => {
    const a = (from - start) / MINUTE_MS;
    const b = (end - start) / MINUTE_MS;
    if ((run[b] ?? 0) < b - a) return null;
    return floorDiv((upTo[b] as bigint) - (upTo[a] as bigint), BigInt(b - a));
  };
}

/** Whether any two readings lie so near each other that each minute between may have one. */
export const isDense = (power: readonly { readonly ts: number }[]): boolean =>
  power.some(({ ts }, i) => i > 0 && ts - (power[i - 1] as { readonly ts: number }).ts < 2 * MINUTE_MS);
