const FIRST_MS = 1000;
const LONGEST_MS = 300_000;

/**
 * Wait before the next try after `failures` failures in a row: doubled each time up to five minutes, and spread over
 * half of it by `chance` (0 … 1), so that many channels of one dead network do not knock together.
 */
export function backOff(failures: number, chance: number): number {
  if (failures <= 0) return 0;
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures - 1, 20));
  return Math.round(full * (0.5 + chance / 2));
}

/** The next whole multiple of the interval after `now`: readings lie on the grid of the clock. */
export const nextTick = (now: number, intervalMs: number): number =>
  (Math.floor(now / intervalMs) + 1) * intervalMs;
