import type { Period } from '#contract/periodRule.ts';
import { type BasicCharge, basicChargeOf } from './basicCharge.ts';
import { amountOf, type Fen, percentOf } from './money.ts';
import { adjustmentOf, type FactorStandard, powerFactorOf } from './powerFactor.ts';

/** What a settlement period is billed by. Energies and demands in millionths, prices in millionths of a yuan. */
export interface BillInput {
  /** Energy of each tariff period; `0` what no period holds, at the flat price. */
  readonly energies: Readonly<Record<Period | 0, bigint>>;
  readonly prices: Readonly<Record<Period, bigint>>;
  readonly basic: BasicCharge;
  /** Government funds per kWh, outside the base of the power-factor adjustment. */
  readonly funds: bigint;
  readonly powerFactor: {
    readonly standard: FactorStandard;
    /** Reactive energy as it counts. */
    readonly reactive: bigint;
  } | null;
}

export type BillPart =
  `energy${Period | 0}` | 'capacity' | 'actual' | 'contract' | 'over' | 'powerFactor' | 'funds';

/** One line of a bill. */
export interface BillLine {
  readonly part: BillPart;
  /** Millionths of kWh, kVA or kW; null where there is none. */
  readonly quantity: bigint | null;
  /** Millionths of a yuan; null where there is none. */
  readonly price: bigint | null;
  /** Hundredths of a percent of the base: the power-factor adjustment. */
  readonly percent?: number;
  readonly amount: Fen;
}

export interface Bill {
  readonly lines: readonly BillLine[];
  readonly energy: bigint;
  readonly total: Fen;
  /** Power factor in percent; null where none is found. */
  readonly powerFactor: number | null;
}

const ORDER: readonly (Period | 0)[] = [1, 2, 3, 4, 0];

/**
 * The bill of a settlement period: energy by tariff period, basic charge, power-factor adjustment of both, funds
 * (domain notes 4.4 steps 4–8). Every line is rounded to fen by itself.
 */
export function billOf({ energies, prices, basic, funds, powerFactor }: BillInput): Bill {
  const lines: BillLine[] = [];
  for (const period of ORDER) {
    const quantity = energies[period];
    if (quantity === 0n) continue;
    const price = prices[period === 0 ? 3 : period];
    lines.push({ part: `energy${period}`, quantity, price, amount: amountOf(quantity, price) });
  }
  lines.push(...basicChargeOf(basic));
  const energy = ORDER.reduce((sum, period) => sum + energies[period], 0n);
  const base = lines.reduce((sum, line) => sum + line.amount, 0n);
  const factor = powerFactor ? powerFactorOf(energy, powerFactor.reactive) : null;
  if (powerFactor && factor !== null) {
    const percent = adjustmentOf(powerFactor.standard, factor);
    lines.push({
      part: 'powerFactor',
      quantity: null,
      price: null,
      percent,
      amount: percentOf(base, percent),
    });
  }
  if (funds !== 0n)
    lines.push({ part: 'funds', quantity: energy, price: funds, amount: amountOf(energy, funds) });
  return { lines, energy, total: lines.reduce((sum, line) => sum + line.amount, 0n), powerFactor: factor };
}
