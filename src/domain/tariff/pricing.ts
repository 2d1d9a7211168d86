import { ENERGY_CODES } from '#contract/dataCode.ts';
import { PERIOD_NUMBERS, type Period } from '#contract/period.ts';
import type { Bucket, Costs } from '../fold/bucket.ts';
import type { Zone } from '../time/zone.ts';

const FIRST = ENERGY_CODES.indexOf('PP1');
const REVERSE = ENERGY_CODES.indexOf('RP');

/** What a kilowatt-hour costs, in millionths of a yuan. */
export interface Prices {
  readonly energy: Readonly<Record<Period, bigint>>;
  /** Hours of the day that have prices of their own, by the hour of the clock; null = `energy` holds. */
  readonly hours?: readonly (Readonly<Record<Period, bigint>> | null)[];
  /** What a kilowatt-hour of reverse energy is credited; null = nothing. */
  readonly reverse: bigint | null;
}

/** Prices that hold on local dates [from, to), days since 1970-01-01, and where they were laid down. */
export interface PriceInterval {
  readonly from: number;
  readonly to: number;
  readonly prices: Prices;
  readonly schemeName: string;
  readonly planId: number;
  readonly account: string;
  readonly agreementId: number;
  /** First day of the version of the scheme. */
  readonly since: number | null;
}

/** The prices of a place over time: intervals in order, without overlap. */
export class Pricing {
  readonly intervals: readonly PriceInterval[];
  #last = 0;

  constructor(intervals: readonly PriceInterval[]) {
    this.intervals = intervals;
  }

  /** The prices of a local date, or undefined where none hold. */
  on(day: number): PriceInterval | undefined {
    const last = this.intervals[this.#last];
    if (last && last.from <= day && day < last.to) return last;
    const found = this.intervals.findIndex((one) => one.from <= day && day < one.to);
    if (found >= 0) this.#last = found;
    return this.intervals[found];
  }
}

/**
 * What the energies of a bucket cost: each tariff period at its price, what no period holds at the flat price in the
 * total alone. Exact: millionths × millionths. Undefined without main energy. @param hour of the clock, where hours
 * have prices of their own
 */
function costsOf(
  { energies }: Bucket,
  { energy: all, hours, reverse }: Prices,
  hour?: number,
): Costs | undefined {
  const energy = (hour === undefined ? null : hours?.[hour]) ?? all;
  const main = energies[0] ?? null;
  if (main === null) return undefined;
  let rest = main;
  let total = 0n;
  const periods = PERIOD_NUMBERS.map((period) => {
    const own = energies[FIRST + period - 1] ?? null;
    if (own === null) return null;
    rest -= own;
    const cost = own * energy[period];
    total += cost;
    return cost;
  });
  const back = energies[REVERSE] ?? null;
  return [total + rest * energy[3], ...periods, back === null || reverse === null ? null : back * reverse];
}

/** Quarters of an hour with what they cost, by the prices of the local date on which each starts. */
export const priceQuarters = (quarters: readonly Bucket[], zone: Zone, pricing: Pricing): Bucket[] =>
  quarters.map((bucket) => {
    const held = pricing.on(zone.localDay(bucket.ts));
    const hour = held?.prices.hours && zone.local(bucket.ts).hour;
    const costs = held && costsOf(bucket, held.prices, hour);
    return costs ? { ...bucket, costs } : bucket;
  });
