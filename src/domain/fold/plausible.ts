import { PERIOD_NUMBERS } from '#contract/period.ts';
import { MILLION } from '../decimal/decimal.ts';
import { HOUR_MS_EXACT } from '../time/duration.ts';

/** Active energies, which rated power bounds; reactive energy has no bound of its own in the archive. */
const BOUND = new Set<string>(['PP', 'RP', ...PERIOD_NUMBERS.map((period) => `PP${period}`)]);

/** The rated power that bounds a code, in millionths of kW, or null where nothing is known. */
export const boundOf = (code: string, ratedPower: bigint | null): bigint | null =>
  ratedPower !== null && ratedPower > 0n && BOUND.has(code) ? ratedPower : null;

/**
 * Whether a meter can have passed an energy (millionths) in a time: not below zero, and at most its rated power with
 * a fifth to spare (domain notes 6.4, rule 4). `step` is what the last digit of its register may bring too early.
 */
export function isPlausible(energy: bigint, elapsedMs: number, ratedPower: bigint, step = 0n): boolean {
  if (energy < 0n) return false;
  return (energy - step) * HOUR_MS_EXACT * 5n <= ratedPower * BigInt(Math.round(elapsedMs)) * 6n;
}

/** The last digit that two registers show, in millionths: at most one unit. */
export function digitOf(a: bigint, b: bigint): bigint {
  let digit = 1n;
  while (digit < MILLION && a % (digit * 10n) === 0n && b % (digit * 10n) === 0n) digit *= 10n;
  return digit;
}
