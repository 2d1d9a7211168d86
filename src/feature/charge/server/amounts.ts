import { COST_CODES, ENERGY_CODES } from '#contract/dataCode.ts';
import { microToNumber } from '#domain/decimal/decimal.ts';
import type { Range } from '#domain/fold/reach.ts';
import { LEVEL } from '#domain/time/bucket.ts';
import { costsOver, type SignedMeter, trillionthsText, usageSums } from '#feature/reading/server/public.ts';
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

/** Yuan per kWh, to six decimals; null without cost or energy. */
export function priceOf({ energies, costs }: ChargeSum): number | null {
  const { PP } = energies;
  const { CZ } = costs;
  return PP === null || CZ === null || PP === 0n ? null : Math.round(Number(CZ) / Number(PP)) / 1e6;
}

/** Sums of stretches; those that have not begun are known of nothing. */
export const sumsOf = (
  trx: Db,
  signed: readonly SignedMeter[],
  stretches: readonly Range[],
): Promise<ChargeSum[]> => costsOver(trx, signed, stretches);

/** Costs are compared where so much of the energy has a price, percent. */
const LEAST_PRICED = 90n;

/** Whether nearly all energy of each stretch has a price, day by day: a year half without one costs half of nothing known. */
export async function pricedOver(
  trx: Db,
  signed: readonly SignedMeter[],
  stretches: readonly Range[],
): Promise<boolean[]> {
  const days = await usageSums(trx, signed, LEVEL.day, stretches, { more: ['CZ'] });
  return days.map((list) => {
    const sum = (some: typeof list): bigint => some.reduce((all, one) => all + (one.energy ?? 0n), 0n);
    const priced = sum(list.filter(({ more }) => more?.[0] != null));
    return priced * 100n >= sum(list) * LEAST_PRICED;
  });
}
