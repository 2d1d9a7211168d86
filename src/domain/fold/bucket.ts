import { ENERGY_CODES } from '#contract/dataCode.ts';

/** Energies in the order of ENERGY_CODES; null = nothing known, never 0. */
export type Energies = readonly (bigint | null)[];
export const NO_ENERGIES: Energies = ENERGY_CODES.map(() => null);

/** Costs in the order of COST_CODES, in trillionths of a yuan (millionths × millionths); null = no price, never 0. */
export type Costs = readonly (bigint | null)[];

/** One row of `usage` without its meter: what is known of one bucket. Energies and powers in millionths. */
export interface Bucket {
  readonly level: number;
  /** Start, ms. */
  readonly ts: number;
  readonly energies: Energies;
  /** Readings of active power: sum, number, extremes with their instants. */
  readonly pSum: bigint | null;
  readonly pN: number;
  readonly pMax: bigint | null;
  readonly pMaxAt: number | null;
  readonly pMin: bigint | null;
  readonly pMinAt: number | null;
  /** Highest block demand (mean power of a quarter of an hour) and the end of that quarter. */
  readonly md: bigint | null;
  readonly mdAt: number | null;
  /** Highest sliding demand and the end of its window, which lies in this bucket; null where it is not above `md`. */
  readonly sd: bigint | null;
  readonly sdAt: number | null;
  /** Quarters of an hour of which a demand is known. */
  readonly mdN: number;
  /** Seconds whose energy is backed by spans that lie wholly inside or are at most a quarter of an hour long. */
  readonly coveredS: number;
  /** Bits of FLAG, and TAIL. */
  readonly flags: number;
  /** The span that crosses the start of this bucket. */
  readonly headFrom: number | null;
  readonly headTo: number | null;
  /** Absent where no price holds. */
  readonly costs?: Costs;
}

/** Internal bit beside FLAG: a span crosses the end of this bucket. */
export const TAIL = 1 << 20;
