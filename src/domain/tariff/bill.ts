import { pricePeriod, type Period, PERIOD_NUMBERS } from '#contract/period.ts';
import type { Ratio } from '../decimal/decimal.ts';
import { type BasicCharge, basicChargeOf, shareOfAmount } from './basicCharge.ts';
import { amountOf, type Fen, percentOf } from './money.ts';
import { adjustmentOf, type FactorStandard, powerFactorOf } from './powerFactor.ts';
import type { SpotTerm, SpotTerms } from './spot.ts';

/** The days that something is about, where they are not the whole settlement month. */
export interface Days {
  /** First and last local date. */
  readonly since: string;
  readonly until: string;
  readonly days: number;
  /** Days of the settlement month. */
  readonly of: number;
}

interface Lasting {
  readonly days?: Days;
}

/** Energy of days in which the same prices hold. Energies in millionths, prices in millionths of a yuan. */
export interface EnergyInterval extends Lasting {
  /** Energy of each tariff period; `0` what no period holds, at the flat price. */
  readonly energies: Readonly<Record<Period | 0, bigint>>;
  readonly prices: Readonly<Record<Period, bigint>>;
  /** Its hours that are settled at real-time prices, which `energies` leaves out. */
  readonly spot?: SpotInterval;
}

/** Energy at one price: funds, and reverse energy with what it is credited. */
export interface PricedEnergy extends Lasting {
  readonly energy: bigint;
  readonly price: bigint;
}

/** Hours that are settled at real-time prices: the share that is not, at fixed prices, and the terms of the rest. */
export interface SpotInterval {
  readonly energies: Readonly<Record<Period | 0, bigint>>;
  /** (1 − λ) of the prices. */
  readonly fixed: Readonly<Record<Period, bigint>>;
  readonly terms: SpotTerms;
}

/** A basic charge of days, and the capacity that was stopped in them. */
export interface BasicPart extends Lasting {
  readonly charge: BasicCharge;
  /** Demand at nine tenths of its price, which `charge` has. */
  readonly discounted?: boolean;
  readonly stops?: readonly Stop[];
}

/** Capacity that was stopped: days of it, and the share of the month that is not paid for it. */
export interface Stop {
  readonly id: number;
  /** Millionths of kVA. */
  readonly kva: bigint;
  readonly share: Ratio;
  readonly days: Days;
}

/** A fee of days: a quantity (millionths of kWh, kVA or months), and its share of the month unless it is of energy. */
export interface FeePart extends Lasting {
  readonly id: number;
  readonly name: string;
  readonly kind: 'energy' | 'month' | 'capacity';
  readonly quantity: bigint;
  readonly price: bigint;
  /** It is part of what the power-factor adjustment is taken of. */
  readonly inBase: boolean;
}

/** Energies by which a power factor is found, millionths; null where a register says nothing. */
export interface FactorEnergies {
  readonly standard: FactorStandard;
  readonly active: bigint;
  readonly lagging: bigint | null;
  /** Null also where leading energy does not count. */
  readonly leading: bigint | null;
}

/** Days of a settlement month with one object and one standard of the power factor. */
export interface BillSection extends Lasting {
  readonly intervals: readonly EnergyInterval[];
  readonly basics: readonly BasicPart[];
  readonly fees: readonly FeePart[];
  readonly factor: FactorEnergies | null;
  /** Government funds per kWh, outside the base of the power-factor adjustment. */
  readonly funds: readonly PricedEnergy[];
  readonly reverse: readonly PricedEnergy[];
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
  | `stop${number}`
  | 'powerFactor'
  | 'funds'
  | 'reverse'
  | `fee${number}`;

/** One line of a bill. */
export interface BillLine extends Lasting {
  readonly part: BillPart;
  /** Name of a fee. */
  readonly name?: string;
  /** Millionths of kWh, kVA or kW; null where there is none. */
  readonly quantity: bigint | null;
  /** Millionths of a yuan; null where there is none. */
  readonly price: bigint | null;
  /** Hundredths of a percent of the base: the power-factor adjustment. */
  readonly percent?: number;
  /** What the power factor in percent was found of. */
  readonly factor?: FactorEnergies & { readonly found: number };
  /** Demand at nine tenths of its price. */
  readonly discounted?: boolean;
  readonly amount: Fen;
}

export interface Bill {
  readonly lines: readonly BillLine[];
  readonly energy: bigint;
  readonly total: Fen;
}

const ORDER: readonly (Period | 0)[] = [...PERIOD_NUMBERS, 0];
const WHOLE: Ratio = { num: 1n, den: 1n };

const energyOf = ({ energies, spot }: EnergyInterval): bigint =>
  ORDER.reduce((sum, period) => sum + energies[period] + (spot?.energies[period] ?? 0n), 0n);

const lasting = ({ days }: Lasting): Lasting => (days === undefined ? {} : { days });
const shareOf = ({ days }: Lasting): Ratio =>
  days === undefined ? WHOLE : { num: BigInt(days.days), den: BigInt(days.of) };

const line = (part: BillPart, quantity: bigint, price: bigint, more: Partial<BillLine> = {}): BillLine => ({
  part,
  quantity,
  price,
  amount: amountOf(quantity, price),
  ...more,
});

function energyLines(interval: EnergyInterval): BillLine[] {
  return ORDER.flatMap((period): BillLine[] => {
    const quantity = interval.energies[period];
    const price = interval.prices[pricePeriod(period)];
    return quantity === 0n ? [] : [line(`energy${period}`, quantity, price, lasting(interval))];
  });
}

/** The lines of hours that are settled at real-time prices; what is nothing is left out. */
function spotLines(interval: EnergyInterval): BillLine[] {
  if (!interval.spot) return [];
  const { energies, fixed, terms } = interval.spot;
  const term = (part: BillPart, { quantity, amount }: SpotTerm): BillLine[] =>
    quantity === 0n && amount === 0n ? [] : [{ part, quantity, price: null, amount, ...lasting(interval) }];
  return [
    ...ORDER.flatMap((period): BillLine[] => {
      const price = fixed[pricePeriod(period)];
      return energies[period] === 0n || price === 0n
        ? []
        : [line(`spotFixed${period}`, energies[period], price, lasting(interval))];
    }),
    ...term('spotContract', terms.contract),
    ...term('spotDayAhead', terms.dayAhead),
    ...term('spotRealTime', terms.realTime),
  ];
}

/** The charge and what is taken off it for what was stopped, never more than is charged. */
function basicLines(basic: BasicPart): BillLine[] {
  const lines = basicChargeOf(basic.charge, shareOf(basic)).map((one): BillLine => ({
    ...one,
    ...(basic.discounted ? { discounted: true } : {}),
    ...lasting(basic),
  }));
  let left = lines.reduce((sum, one) => sum + one.amount, 0n);
  const stops = (basic.stops ?? []).map(({ id, kva, share, days }): BillLine => {
    const { price } = basic.charge;
    const own = shareOfAmount(kva, price, share);
    // Thirtieths of a month of 31 days are more than the month.
    const off = own < left ? own : left;
    left -= off;
    return { part: `stop${id}`, quantity: -kva, price, days, amount: -off };
  });
  return [...lines, ...stops];
}

function feeLine(fee: FeePart): BillLine {
  const { id, name, kind, quantity, price } = fee;
  const share = kind === 'energy' ? WHOLE : shareOf(fee);
  return {
    ...line(`fee${id}`, quantity, price, { name, ...lasting(fee) }),
    amount: shareOfAmount(quantity, price, share),
  };
}

/** The adjustment of a base; none where no power factor is found. */
function factorLines(section: BillSection, base: Fen): BillLine[] {
  const { factor } = section;
  const size = (value: bigint | null): bigint => (value === null ? 0n : value < 0n ? -value : value);
  const found = factor && powerFactorOf(factor.active, size(factor.lagging) + size(factor.leading));
  if (!factor || found === null) return [];
  const percent = adjustmentOf(factor.standard, found);
  const amount = percentOf(base, percent);
  return [
    { part: 'powerFactor', quantity: null, price: null, percent, factor: { ...factor, found }, amount, ...lasting(section) }, // prettier-ignore
  ];
}

/**
 * The bill of a settlement month: energy by tariff period, spot settlement, basic charge, power-factor adjustment of
 * these and of fees that are part of its base, then funds, other fees and the credit of reverse energy (domain notes
 * 4.4 steps 4–8). What holds for a part of the month alone is charged for its days. Every line is rounded to fen by
 * itself. @param sections in the order of time; their lines are told kind by kind
 */
export function billOf(sections: readonly BillSection[]): Bill {
  const own = sections.map((section) => {
    const { intervals, basics, fees, funds, reverse } = section;
    const based = [
      intervals.flatMap(energyLines),
      intervals.flatMap(spotLines),
      basics.flatMap(basicLines),
      fees.filter((fee) => fee.inBase).map(feeLine),
    ];
    const base = based.flat().reduce((sum, one) => sum + one.amount, 0n);
    return [
      ...based,
      factorLines(section, base),
      funds.flatMap((one) => (one.price === 0n ? [] : [line('funds', one.energy, one.price, lasting(one))])),
      fees.filter((fee) => !fee.inBase).map(feeLine),
      reverse.flatMap((one) =>
        one.energy === 0n || one.price === 0n ? [] : [line('reverse', -one.energy, one.price, lasting(one))],
      ),
    ];
  });
  const lines = (own[0] ?? []).flatMap((_, kind) => own.flatMap((kinds) => kinds[kind] ?? []));
  const energy = sections
    .flatMap(({ intervals }) => intervals)
    .reduce((sum, interval) => sum + energyOf(interval), 0n);
  return { lines, energy, total: lines.reduce((sum, one) => sum + one.amount, 0n) };
}
