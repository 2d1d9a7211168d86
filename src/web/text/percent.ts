/** A rate in percent with one decimal, floored so that a gap never disappears by rounding; null where nothing is expected. */
export function percentOf({ expected, received }: { expected: number; received: number }): string | null {
  if (expected === 0) return null;
  return (Math.floor(Math.min(1, received / expected) * 1000) / 10).toFixed(1);
}

/** How much of a cell is tinted: 0 at a full rate, the more the more is missing. */
export const missingShare = ({ expected, received }: { expected: number; received: number }): number =>
  expected === 0 ? 0 : 1 - received / expected;
