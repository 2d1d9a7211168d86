import type { Period } from '#contract/period.ts';
import { amountOf, divideHalfUp, type Fen, percentOf } from '../tariff/money.ts';

/** What assets earn, and what they cost. */
const INCOME_TYPES = ['discharging', 'demandSaved', 'pvSelfUse', 'feedIn', 'pile'] as const;
const COST_TYPES = ['charging', 'operation', 'wear'] as const;
export type RevenueCostType = (typeof INCOME_TYPES)[number] | (typeof COST_TYPES)[number];
export const REVENUE_COST_TYPES: readonly RevenueCostType[] = [...INCOME_TYPES, ...COST_TYPES];

export const isCost = (type: RevenueCostType): boolean => (COST_TYPES as readonly string[]).includes(type);

/** Energy at a price: millionths of kWh and of a yuan per kWh; a price of null was never stated. */
export interface Entry {
  readonly type: RevenueCostType;
  /** Tariff period; 0 where no calendar holds, or it does not matter. */
  readonly period: Period | 0;
  readonly price: bigint | null;
  readonly quantity: bigint;
}

/** Entries of one type, period and price together. Costs are below zero. */
export interface SettledLine extends Entry {
  /** Null where the price is not known: the total is without it. */
  readonly amount: Fen | null;
}

const rank = (type: RevenueCostType): number => REVENUE_COST_TYPES.indexOf(type);
const signed = (type: RevenueCostType, amount: Fen): Fen => (isCost(type) ? -amount : amount);

/**
 * The lines of a settlement: quantities of the same type, period and price are added exactly, then each line is rounded
 * half up to the fen, once. The order of the entries does not matter.
 */
export function linesOf(entries: Iterable<Entry>): SettledLine[] {
  const sums = new Map<string, { -readonly [K in keyof Entry]: Entry[K] }>();
  for (const entry of entries) {
    if (entry.quantity === 0n) continue;
    const key = `${entry.type} ${entry.period} ${entry.price}`;
    const found = sums.get(key);
    if (found) found.quantity += entry.quantity;
    else sums.set(key, { ...entry });
  }
  return [...sums.values()]
    .map((sum) => ({
      ...sum,
      amount: sum.price === null ? null : signed(sum.type, amountOf(sum.quantity, sum.price)),
    }))
    .toSorted((a, b) => rank(a.type) - rank(b.type) || a.period - b.period || compare(a.price, b.price));
}

const compare = (a: bigint | null, b: bigint | null): number =>
  a === b ? 0 : a === null ? 1 : b === null || a < b ? -1 : 1;

/** Wear: what half of the energy that passed the meter costs, rounded once. @param price millionths of a yuan per kWh */
export function wearLine(charged: bigint, discharged: bigint, price: bigint): SettledLine | null {
  const passed = charged + discharged;
  if (passed === 0n || price === 0n) return null;
  const amount = -divideHalfUp(passed * price, 2n * 10n ** 10n);
  return { type: 'wear', period: 0, price, quantity: divideHalfUp(passed, 2n), amount };
}

/** What a line brings without a quantity: demand saved, fees of the month. */
export const amountLine = (type: RevenueCostType, amount: Fen): SettledLine => ({
  type,
  period: 0,
  price: null,
  quantity: 0n,
  amount: signed(type, amount),
});

/** What a settlement comes to, fen. */
export interface Totals {
  readonly income: Fen;
  /** Above zero. */
  readonly cost: Fen;
  readonly net: Fen;
  /** Discharging less charging: what owner and customer share. */
  readonly gross: Fen;
  readonly customer: Fen;
  readonly owner: Fen;
}

/** The totals of lines. @param customerShare hundredths of a percent of the gross profit that are the customer's */
export function totalsOf(lines: readonly SettledLine[], customerShare = 0): Totals {
  const sum = (take: (line: SettledLine) => boolean): Fen =>
    lines.reduce((total, line) => (take(line) ? total + (line.amount ?? 0n) : total), 0n);
  const income = sum(({ type }) => !isCost(type));
  const cost = -sum(({ type }) => isCost(type));
  const gross = sum(({ type }) => type === 'discharging' || type === 'charging');
  const customer = percentOf(gross, customerShare);
  return { income, cost, net: income - cost, gross, customer, owner: gross - customer };
}
