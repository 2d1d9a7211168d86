import { ENERGY_CODES } from '#contract/dataCode.ts';
import type { Period } from '#contract/periodRule.ts';
import type { Bucket } from '../fold/bucket.ts';

const MAIN = 0;
const FIRST = ENERGY_CODES.indexOf('PP1');

/**
 * Gives the main energy of each quarter of an hour to the tariff period in which it starts. Where the meter's own
 * tariff registers say something of a quarter, they stay as they are. A quarter without a period (0) or without
 * energy gets none: null, never 0.
 */
export function splitPeriods(quarters: readonly Bucket[], periodAt: (start: number) => Period | 0): Bucket[] {
  return quarters.map((bucket) => {
    const { energies } = bucket;
    const main = energies[MAIN] ?? null;
    if (main === null || energies.some((energy, i) => i >= FIRST && energy !== null)) return bucket;
    const period = periodAt(bucket.ts);
    if (period === 0) return bucket;
    return { ...bucket, energies: energies.with(FIRST + period - 1, main) };
  });
}
