import { DAY_MS } from '../time/duration.ts';
import type { Stand } from './span.ts';

/** How far before and after a doubtful interval the meter's own increments are looked at, ms. */
export const PACE_MS = DAY_MS;

/** How far above nineteen of twenty increments an increment may lie and still be the meter's own pace. */
const SLACK = 3;
/** With fewer increments than these nothing is said of a pace. */
const FEWEST = 3;
const QUANTILE = 0.95;

/** The fastest that a register goes by its own increments, in millionths of its unit a ms; null where too few are known. */
export type Pace = number | null;

/**
 * The pace of a register around an interval [from, to] of its stands (both indexes good): of its increments in the day
 * before and in the day after the rate that nineteen of twenty do not exceed, the larger of both days. Falls say
 * nothing. It judges alone and is never summed, hence a float.
 */
export function paceAround(stands: readonly Stand[], from: number, to: number, fewest = FEWEST): Pace {
  const before = ratesIn(stands, from, (stand) => stand.at >= (stands[from] as Stand).at - PACE_MS, -1);
  const after = ratesIn(stands, to, (stand) => stand.at <= (stands[to] as Stand).at + PACE_MS, 1);
  const paces = [before, after].filter((rates) => rates.length >= fewest).map(quantile);
  if (paces.length > 0) return Math.max(...paces);
  const few = [...before, ...after];
  return few.length >= fewest ? quantile(few) : null;
}

/** The rates of consecutive increments from a stand on, backwards or forwards, while stands lie in the window. */
function ratesIn(
  stands: readonly Stand[],
  start: number,
  within: (stand: Stand) => boolean,
  step: 1 | -1,
): number[] {
  const rates: number[] = [];
  for (let i = start; ; i += step) {
    const other = stands[i + step];
    if (!other || !within(other)) return rates;
    const [a, b] = step === 1 ? [stands[i] as Stand, other] : [other, stands[i] as Stand];
    const rate = rateOf(a, b);
    if (rate !== null) rates.push(rate);
  }
}

function quantile(rates: readonly number[]): number {
  const sorted = rates.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * QUANTILE))] as number;
}

/** Millionths a ms from one stand to the next; null where the register fell or no time passed. */
export function rateOf(a: Stand, b: Stand): number | null {
  const rise = b.register - a.register;
  return rise < 0n || b.at <= a.at ? null : Number(rise) / (b.at - a.at);
}

/** Whether a rise lies within a pace; a register's last digit may turn early. Where no pace is known nothing is against it. */
export function isOnPace(a: Stand, b: Stand, pace: Pace, digit: bigint): boolean {
  if (pace === null) return true;
  const rise = Number(b.register - a.register - digit);
  return rise <= SLACK * pace * (b.at - a.at);
}
