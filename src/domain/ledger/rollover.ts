import { MILLION } from '../decimal/decimal.ts';
import { HOUR_MS_EXACT } from '../time/duration.ts';

/**
 * Whether a register that fell from `before` to `after` (millionths) rolled over rather than was reset: it stood
 * above nine tenths of its modulus, and the energy is one that the meter can pass in the time with a fifth to
 * spare. Without a rated power the way over the modulus may be a tenth of it.
 */
export function isRollover(fall: {
  readonly before: bigint;
  readonly after: bigint;
  /** 10^width in millionths, or null when the width is not known. */
  readonly modulus: bigint | null;
  /** Primary energy of the fall taken as a rollover, millionths. */
  readonly energy: bigint;
  /** Rated power in millionths of kW, or null. */
  readonly ratedPower: bigint | null;
  readonly elapsedMs: number;
}): boolean {
  const { before, after, modulus } = fall;
  if (modulus === null || after < 0n || before > modulus || 10n * before <= 9n * modulus) return false;
  if (fall.ratedPower === null) return 10n * (after + modulus - before) <= modulus;
  return fall.energy * HOUR_MS_EXACT * 5n <= fall.ratedPower * BigInt(Math.round(fall.elapsedMs)) * 6n;
}

/** 10^width in millionths. */
export const modulusOf = (width: number | null): bigint | null =>
  width === null ? null : 10n ** BigInt(width) * MILLION;
