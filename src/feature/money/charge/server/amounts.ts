import { COST_CODES, ENERGY_CODES } from '#contract/dataCode.ts';
import { microToNumber } from '#domain/decimal/decimal.ts';
import type { Range } from '#domain/fold/reach.ts';
import { LEVEL } from '#domain/time/bucket.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import {
  costsOver,
  type SignedMeter,
  trillionthsText,
  unpricedOver,
} from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { CHARGE_CODES, type ChargeAmounts, type ChargeCode } from '../contract.ts';

export type ChargeSum = Awaited<ReturnType<typeof costsOver>>[number];

/** The exact whole number of a code: millionths of energy, trillionths of a yuan. */
export const exactOf = ({ energies, costs }: ChargeSum, code: ChargeCode): bigint | null =>
  isCost(code) ? costs[code] : energies[code];

export const isCost = (code: ChargeCode): code is ChargeCode & (typeof COST_CODES)[number] =>
  !(ENERGY_CODES as readonly string[]).includes(code);

/** The number of an exact value, in yuan or the unit of the energy. */
export const numberOf = (code: ChargeCode, exact: bigint | null): number | null =>
  exact === null ? null : isCost(code) ? Number(trillionthsText(exact)) : microToNumber(exact);

export const amountsOf = (sum: ChargeSum): ChargeAmounts =>
  Object.fromEntries(CHARGE_CODES.map((code) => [code, numberOf(code, exactOf(sum, code))])) as ChargeAmounts;

/** Yuan per kWh of the energy that has a price, to six decimals; null without either. @param unpriced millionths */
export function priceOf({ energies, costs }: ChargeSum, unpriced: bigint): number | null {
  const { PP } = energies;
  const { CZ } = costs;
  const priced = PP === null ? 0n : PP - unpriced;
  return CZ === null || priced <= 0n ? null : Math.round(Number(CZ) / Number(priced)) / 1e6;
}

/** Sums of intervals; those that have not begun are known of nothing. */
export const sumsOf = (
  trx: Db,
  signed: readonly SignedMeter[],
  intervals: readonly Range[],
): Promise<ChargeSum[]> => costsOver(trx, signed, intervals);

/** Costs are compared where so much of the energy has a price, percent. */
const LEAST_PRICED = 90n;

/** Whether nearly all energy of an interval has a price: a year half without one costs half of nothing known. */
export const isPriced = ({ energies: { PP } }: ChargeSum, unpriced: bigint): boolean =>
  unpriced === 0n || (PP !== null && (PP - unpriced) * 100n >= PP * LEAST_PRICED);

/** Intervals of up to so many days are looked at by the hour. */
const BY_HOUR_MS = 2 * DAY_MS;

/** The energy of each interval that has no price, millionths: by the hour where they are short, else by the day. */
export const unpricedOf = (
  trx: Db,
  signed: readonly SignedMeter[],
  intervals: readonly Range[],
): Promise<bigint[]> => {
  const short = intervals.every(({ from, to }) => to - from <= BY_HOUR_MS);
  return unpricedOver(trx, signed, short ? LEVEL.hour : LEVEL.day, intervals);
};
