import { ENERGY_CODES } from '#contract/dataCode.ts';
import { DEEP_VALLEY, type Period } from '#contract/period.ts';
import { type Bucket, NO_ENERGIES } from '../fold/bucket.ts';

const MAIN = 0;
const FIRST = ENERGY_CODES.indexOf('PP1');
const DEEP = ENERGY_CODES.indexOf(`PP${DEEP_VALLEY}`);

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
    let own = false;
    // A register 5 that stands still beside no other says nothing: many meters answer it with 0.
    for (let i = FIRST; i < energies.length; i++)
      own ||= i === DEEP && source === 'either' ? Boolean(energies[i]) : energies[i] !== null;
    if (own && source === 'either') return bucket;
    const main = energies[MAIN] ?? null;
    const period = main === null ? 0 : periodAt(bucket.ts);
    if (!own && period === 0) return bucket;
    const split = own ? [...energies.slice(0, FIRST), ...NO_ENERGIES.slice(FIRST)] : energies.slice();
    if (period !== 0) split[FIRST + period - 1] = main;
    return { ...bucket, energies: split };
  });
}
