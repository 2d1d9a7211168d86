import { type Period, PERIOD_NUMBERS } from '#contract/period.ts';
import type { Ratio } from '../decimal/decimal.ts';
import { divideHalfUp, type Fen } from './money.ts';

export const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** The hours of a day as a row says them, `h0` … `h23`. */
export type HourCells = Readonly<Record<`h${number}`, unknown>>;

/** What is traded and measured in an hour, in millionths of kWh and of yuan; null = nothing stated. */
export interface SpotHour {
  /** What was measured, by tariff period; `0` what no period holds. */
  readonly energies: Readonly<Record<Period | 0, bigint>>;
  readonly realTime: bigint;
  readonly dayAhead: bigint | null;
  readonly contractQuantity: bigint | null;
  readonly contractPrice: bigint | null;
  readonly dayAheadQuantity: bigint | null;
}

/** One term of a settlement: millionths of kWh, fen. */
export interface SpotTerm {
  readonly quantity: bigint;
  readonly amount: Fen;
}

export interface SpotTerms {
  readonly contract: SpotTerm;
  readonly dayAhead: SpotTerm;
  readonly realTime: SpotTerm;
}

const PARTS = [0, ...PERIOD_NUMBERS] as const;

/**
 * The three terms of spot settlement over hours (domain notes 4.5): Σ Q_LT·P_LT + (Q_DA − Q_LT)·P_DA + (λ·Q − Q_DA)·P_RT.
 * An hour without a bid has Q_DA = 0, one without a day-ahead price settles it at the real-time price, and a contract
 * quantity without a price does not count. Each term is rounded to fen once. @param linked λ, the share that is settled
 */
export function spotTermsOf(hours: readonly SpotHour[], linked: Ratio): SpotTerms {
  const [contract, dayAhead] = [
    { quantity: 0n, amount: 0n },
    { quantity: 0n, amount: 0n },
  ];
  let [measured, declared, spent, credited] = [0n, 0n, 0n, 0n];
  for (const hour of hours) {
    const energy = PARTS.reduce((sum, period) => sum + hour.energies[period], 0n);
    const long = hour.contractPrice === null ? 0n : (hour.contractQuantity ?? 0n);
    const bid = hour.dayAheadQuantity ?? 0n;
    contract.quantity += long;
    contract.amount += long * (hour.contractPrice ?? 0n);
    dayAhead.quantity += bid - long;
    dayAhead.amount += (bid - long) * (hour.dayAhead ?? hour.realTime);
    measured += energy;
    declared += bid;
    spent += energy * hour.realTime;
    credited += bid * hour.realTime;
  }
  const { num, den } = linked;
  return {
    contract: term(contract.quantity, contract.amount),
    dayAhead: term(dayAhead.quantity, dayAhead.amount),
    realTime: {
      quantity: divideHalfUp(measured * num - declared * den, den),
      amount: divideHalfUp(spent * num - credited * den, den * TO_FEN),
    },
  };
}

/** Trillionths of a yuan in a fen. */
const TO_FEN = 10n ** 10n;

const term = (quantity: bigint, amount: bigint): SpotTerm => ({
  quantity,
  amount: divideHalfUp(amount, TO_FEN),
});
