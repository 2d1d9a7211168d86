import { type Period, PERIOD_NUMBERS } from '#contract/periodRule.ts';
import { type BasicCharge, basicChargeOf } from './basicCharge.ts';
import { amountOf, type Fen, percentOf } from './money.ts';
import { adjustmentOf, type FactorStandard, powerFactorOf } from './powerFactor.ts';
import type { SpotTerm, SpotTerms } from './spot.ts';

/** A part of a settlement period in which the same prices hold. Energies in millionths, prices in millionths of a yuan. */
export interface EnergyStretch {
  /** First day of the prices, where they changed within the period. */
  readonly since?: string;
  /** Energy of each tariff period; `0` what no period holds, at the flat price. */
  readonly energies: Readonly<Record<Period | 0, bigint>>;
  readonly prices: Readonly<Record<Period, bigint>>;
  /** Government funds per kWh, outside the base of the power-factor adjustment. */
  readonly funds: bigint;
  /** Reverse energy and what it is credited. */
  readonly reverse?: { readonly energy: bigint; readonly price: bigint };
  /** Its hours that are settled at real-time prices, which `energies` leaves out. */
  readonly spot?: SpotStretch;
}

/** Hours that are settled at real-time prices: the share that is not, at fixed prices, and the terms of the rest. */
export interface SpotStretch {
  readonly energies: Readonly<Record<Period | 0, bigint>>;
  /** (1 − λ) of the prices. */
  readonly fixed: Readonly<Record<Period, bigint>>;
  readonly terms: SpotTerms;
}

/** A fee beside prices: per kWh, per month, or per kVA of capacity and month. */
export interface Fee {
  readonly id: number;
  readonly name: string;
  readonly kind: 'energy' | 'month' | 'capacity';
  readonly price: bigint;
  /** It is part of what the power-factor adjustment is taken of. */
  readonly inBase: boolean;
}

/** What a settlement period is billed by. */
export interface BillInput {
  readonly stretches: readonly EnergyStretch[];
  readonly basic: BasicCharge;
  readonly fees?: readonly Fee[];
  /** Capacity in millionths of kVA, for fees by capacity. */
  readonly capacity?: bigint;
  readonly powerFactor: {
    readonly standard: FactorStandard;
    /** Reactive energy as it counts. */
    readonly reactive: bigint;
  } | null;
}

export type BillPart =
  | `energy${Period | 0}`
  | `spotFixed${Period | 0}`
  | 'spotContract'
  | 'spotDayAhead'
  | 'spotRealTime'
  | 'capacity'
  | 'actual'
  | 'contract'
  | 'over'
  | 'powerFactor'
  | 'funds'
  | 'reverse'
  | `fee${number}`;

/** One line of a bill. */
export interface BillLine {
  readonly part: BillPart;
  /** First day of the prices, where they changed within the period. */
  readonly since?: string;
  /** Name of a fee. */
  readonly name?: string;
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

const ORDER: readonly (Period | 0)[] = [...PERIOD_NUMBERS, 0];
const ONE = 1_000_000n;

const energyOf = ({ energies, spot }: EnergyStretch): bigint =>
  ORDER.reduce((sum, period) => sum + energies[period] + (spot?.energies[period] ?? 0n), 0n);

/** The lines of hours that are settled at real-time prices; what is nothing is left out. */
function spotLines({ energies, fixed, terms }: SpotStretch, more: Partial<BillLine>): BillLine[] {
  const term = (part: BillPart, { quantity, amount }: SpotTerm): BillLine[] =>
    quantity === 0n && amount === 0n ? [] : [{ part, quantity, price: null, amount, ...more }];
  return [
    ...ORDER.flatMap((period): BillLine[] => {
      const price = fixed[period === 0 ? 3 : period];
      return energies[period] === 0n || price === 0n
        ? []
        : [line(`spotFixed${period}`, energies[period], price, more)];
    }),
    ...term('spotContract', terms.contract),
    ...term('spotDayAhead', terms.dayAhead),
    ...term('spotRealTime', terms.realTime),
  ];
}

const line = (part: BillPart, quantity: bigint, price: bigint, more: Partial<BillLine> = {}): BillLine => ({
  part,
  quantity,
  price,
  amount: amountOf(quantity, price),
  ...more,
});

const sinceOf = ({ since }: EnergyStretch): Partial<BillLine> => (since === undefined ? {} : { since });

function feeLine(fee: Fee, energy: bigint, capacity: bigint): BillLine {
  const quantity = fee.kind === 'energy' ? energy : fee.kind === 'capacity' ? capacity : ONE;
  return line(`fee${fee.id}`, quantity, fee.price, { name: fee.name });
}

/**
 * The bill of a settlement period: energy by tariff period, spot settlement, basic charge, power-factor adjustment of both and of fees
 * that are part of its base, then funds, other fees and the credit of reverse energy (domain notes 4.4 steps 4–8).
 * Every line is rounded to fen by itself.
 */
export function billOf({ stretches, basic, fees = [], capacity = 0n, powerFactor }: BillInput): Bill {
  const lines: BillLine[] = [];
  for (const stretch of stretches)
    for (const period of ORDER) {
      const quantity = stretch.energies[period];
      if (quantity === 0n) continue;
      lines.push(
        line(`energy${period}`, quantity, stretch.prices[period === 0 ? 3 : period], sinceOf(stretch)),
      );
    }
  for (const stretch of stretches) if (stretch.spot) lines.push(...spotLines(stretch.spot, sinceOf(stretch)));
  lines.push(...basicChargeOf(basic));
  const energy = stretches.reduce((sum, stretch) => sum + energyOf(stretch), 0n);
  for (const fee of fees) if (fee.inBase) lines.push(feeLine(fee, energy, capacity));
  const base = lines.reduce((sum, one) => sum + one.amount, 0n);
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
  for (const stretch of stretches)
    if (stretch.funds !== 0n) lines.push(line('funds', energyOf(stretch), stretch.funds, sinceOf(stretch)));
  for (const fee of fees) if (!fee.inBase) lines.push(feeLine(fee, energy, capacity));
  for (const stretch of stretches)
    if (stretch.reverse && stretch.reverse.energy !== 0n && stretch.reverse.price !== 0n)
      lines.push(line('reverse', -stretch.reverse.energy, stretch.reverse.price, sinceOf(stretch)));
  return { lines, energy, total: lines.reduce((sum, one) => sum + one.amount, 0n), powerFactor: factor };
}
