import { ENERGY_CODES } from '#contract/dataCode.ts';
import type { Period } from '#contract/periodRule.ts';
import type { Bucket } from '../fold/bucket.ts';

const MAIN = 0;
const FIRST = ENERGY_CODES.indexOf('PP1');

/** Whose word on tariff periods counts: the meter's own registers where there are any, the calendar, the registers. */
export type PeriodSource = 'either' | 'calendar' | 'registers';

/**
 * Gives the main energy of each quarter of an hour to the tariff period in which it starts. Where the meter's own
 * tariff registers say something of a quarter they stay as they are, unless the calendar alone shall count. A
 * quarter without a period (0) or without energy gets none: null, never 0.
 */
export function splitPeriods(
  quarters: Bucket[],
  periodAt: (start: number) => Period | 0,
  source: PeriodSource = 'either',
): Bucket[] {
  if (source === 'registers') return quarters;
  return quarters.map((bucket) => {
    const { energies } = bucket;
    const own = energies.some((energy, i) => i >= FIRST && energy !== null);
    if (own && source === 'either') return bucket;
    const main = energies[MAIN] ?? null;
    const period = main === null ? 0 : periodAt(bucket.ts);
    if (!own && period === 0) return bucket;
    const split = energies.map((energy, i) => (i < FIRST ? energy : i === FIRST + period - 1 ? main : null));
    return { ...bucket, energies: split };
  });
}
