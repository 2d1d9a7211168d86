/** A rate in percent, floored to one decimal so that a gap never disappears by rounding; null where nothing is expected. */
export function percentOf({ expected, received }: { expected: number; received: number }): string | null {
  if (expected === 0) return null;
  if (received >= expected) return '100';
  return String(Math.floor((received / expected) * 1000) / 10);
}

/** How much of a cell is tinted: 0 at a full rate, the more the more is missing. */
export const missingShare = ({ expected, received }: { expected: number; received: number }): number =>
  expected === 0 ? 0 : 1 - received / expected;
