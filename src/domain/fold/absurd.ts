import { MILLION } from '../decimal/decimal.ts';
import { HOUR_MS_EXACT } from '../time/duration.ts';

/**
 * More than 10^8 units an hour with a thousand to spare, which no meter of a plant counts: kept and flagged, but
 * not summed, and what is summed always fits its column.
 */
export function isAbsurd(energy: bigint, elapsedMs: number): boolean {
  const size = energy < 0n ? -energy : energy;
  return size > (100_000_000n * MILLION * BigInt(Math.round(elapsedMs))) / HOUR_MS_EXACT + 1000n * MILLION;
}

/** kW beyond which a reading of power is absurd: kept and flagged, not counted. */
export const MOST_POWER = 1e7;
