import type { Ratio } from '../decimal/decimal.ts';
import { divideHalfUp, type Fen } from './money.ts';

/** How the basic charge of a two-part tariff is found: by capacity, by actual or by contract demand. */
export type BasicCharge =
  | { readonly kind: 'capacity'; readonly kva: bigint; readonly price: bigint }
  | { readonly kind: 'actual'; readonly demand: bigint; readonly price: bigint }
  | {
      readonly kind: 'contract';
      readonly demand: bigint;
      readonly declared: bigint;
      readonly price: bigint;
    };

/** One line of the basic charge: quantities and prices in millionths. */
export interface BasicLine {
  readonly part: 'capacity' | 'actual' | 'contract' | 'over';
  readonly quantity: bigint;
  readonly price: bigint;
  readonly amount: Fen;
}

const WHOLE: Ratio = { num: 1n, den: 1n };

/** Quantity × price × the share of a month, rounded to fen once. */
export const shareOfAmount = (quantity: bigint, price: bigint, { num, den }: Ratio): Fen =>
  divideHalfUp(quantity * price * num, 10n ** 10n * den);

/**
 * The basic charge. Contract demand: up to 1.05 of what is declared the declared demand is paid; what lies above
 * pays twice the price beside it (domain notes 4.2; 发改价格〔2018〕500). @param share of the month in which it holds
 */
export function basicChargeOf(charge: BasicCharge, share = WHOLE): BasicLine[] {
  const line = (part: BasicLine['part'], quantity: bigint, price: bigint): BasicLine => ({
    part,
    quantity,
    price,
    amount: shareOfAmount(quantity, price, share),
  });
  switch (charge.kind) {
    case 'capacity':
      return [line('capacity', charge.kva, charge.price)];
    case 'actual':
      // Who only feeds back draws nothing: no demand is sold back.
      return [line('actual', charge.demand > 0n ? charge.demand : 0n, charge.price)];
    case 'contract': {
      const allowed = (charge.declared * 105n) / 100n;
      const own = line('contract', charge.declared, charge.price);
      return charge.demand <= allowed
        ? [own]
        : [own, line('over', charge.demand - allowed, charge.price * 2n)];
    }
  }
}

/** A stop is worth something from this many days on, and a day of it a thirtieth of the month (domain notes 4.2). */
export const LEAST_STOP_DAYS = 15;
const MONTH_DAYS = 30n;

/**
 * The share of a month that a stopped capacity is not paid for, never more than what is charged at all: of days that
 * are stopped as a whole nothing is paid, of others a thirtieth a day is not.
 * @param stopped days of the stop within the interval. @param days of the interval. @param of days of the month
 */
export function stoppedShare(stopped: number, days: number, of: number): Ratio {
  const [s, d, m] = [BigInt(stopped), BigInt(days), BigInt(of)];
  const charged = { num: d, den: m };
  return stopped >= days || s * m > d * MONTH_DAYS ? charged : { num: s, den: MONTH_DAYS };
}

/** Least share of the capacity that a contract demand may be (发改价格〔2016〕1005; domain notes 4.2), percent. */
export const LEAST_DECLARED_PERCENT = 40n;

/** kWh per kVA and month from which on demand costs nine tenths (发改价格〔2023〕526; domain notes 4.2). */
const DISCOUNT_FROM = 260n;

/** Whether a month uses its capacity so well that demand costs nine tenths. @param kva its mean, millionths */
export const usedWell = (energy: bigint, kva: bigint): boolean => kva > 0n && energy >= DISCOUNT_FROM * kva;

/** Nine tenths of a price of demand. */
export const discounted = (price: bigint): bigint => divideHalfUp(price * 9n, 10n);
