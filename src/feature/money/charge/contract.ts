import type { CostCode, EnergyCode } from '#contract/dataCode.ts';
import { INTERVAL } from '#contract/interval.ts';
import type { NotComparable } from '#contract/notComparable.ts';
import type { FlagName } from '#contract/usageFlag.ts';
import type { Text } from '#contract/text.ts';

/** What a charge chart draws: energies by period and what they cost (specification 3 section 3, data codes). */
export const CHARGE_CODES = ['CZ', 'CZ1', 'CZ2', 'CZ3', 'CZ4', 'CZ5', 'RCZ', 'PP', 'PP1', 'PP2', 'PP3', 'PP4', 'PP5', 'RP'] as const satisfies readonly (EnergyCode | CostCode)[]; // prettier-ignore
export type ChargeCode = (typeof CHARGE_CODES)[number];

/** Codes of charge charts: a day by hours, a month by days, a year by months, a year as one. */
export const PERIOD_CODES = [INTERVAL.hour, INTERVAL.day, INTERVAL.month, INTERVAL.year] as const;
export type PeriodCode = (typeof PERIOD_CODES)[number];

/** The series types of charge charts. 10 and 12 are changes: this month less the one it is laid beside. */
export const SERIES_TYPES = {
  1: { zh: '今日', en: 'Today' },
  2: { zh: '昨日', en: 'Yesterday' },
  3: { zh: '上周同日', en: 'Same day last week' },
  4: { zh: '上月同日', en: 'Same day last month' },
  5: { zh: '本月', en: 'This month' },
  6: { zh: '上月', en: 'Last month' },
  7: { zh: '去年同月', en: 'Same month last year' },
  8: { zh: '今年', en: 'This year' },
  9: { zh: '去年', en: 'Last year' },
  10: { zh: '同比值', en: 'Year-on-year value' },
  11: { zh: '去年同期', en: 'Same period last year' },
  12: { zh: '环比值', en: 'Month-on-month value' },
} as const satisfies Readonly<Record<number, Text>>;
export type SeriesType = keyof typeof SERIES_TYPES;

/** The types that each code draws. */
export const TYPES_OF: Readonly<Record<PeriodCode, readonly SeriesType[]>> = {
  [INTERVAL.hour]: [1, 2, 3, 4],
  [INTERVAL.day]: [5, 6, 7, 10, 12],
  [INTERVAL.month]: [8, 9, 11],
  [INTERVAL.year]: [8, 9, 11],
};

/** One series; every type of a chart has its values at the same places: hour, day of the month, month. */
export interface ChargeSeries {
  readonly type: SeriesType;
  readonly title: Text;
  readonly dataCode: ChargeCode;
  readonly unit: string;
  /** ms; `to` is where it is cut off. */
  readonly from: number;
  readonly to: number;
  /** The place that is not over; null where all are, or none has begun. */
  readonly running: string | null;
  /** Place and value; null where nothing is known. */
  readonly data: readonly (readonly [string, number | null])[];
  readonly total: number | null;
}

export interface ChargeChart {
  readonly periodCode: PeriodCode;
  readonly date: string;
  readonly timeZone: string;
  readonly series: readonly ChargeSeries[];
}

/** Energies and costs of an interval, by data code; yuan and the unit of the energy. */
export type ChargeAmounts = Readonly<Record<ChargeCode, number | null>>;

/** What an earlier interval cost. */
export interface CostBefore {
  readonly CZ: number | null;
  readonly change: number | null;
  /** Why there is no change. */
  readonly why: NotComparable | null;
}

/** The mean price of an earlier interval. */
interface PriceBefore extends Omit<CostBefore, 'CZ'> {
  readonly price: number | null;
}

export interface ChargeStatistics {
  readonly name: string;
  readonly begin: string;
  readonly end: string;
  readonly unit: string;
  readonly timeZone: string;
  readonly amounts: ChargeAmounts;
  /** Yuan per kWh of the energy that has a price. */
  readonly averagePrice: number | null;
  /** The same of the equal interval before, with the change against it. */
  readonly priceBefore: PriceBefore;
  /** Energy without a price: the cost is without it. */
  readonly unpriced: number;
  /** Percent of the time backed by readings. */
  readonly coverage: number | null;
  readonly flags: readonly FlagName[];
  /** Cost in the equal interval before, and twelve months before; with the change against it. */
  readonly before: CostBefore;
  readonly yearBefore: CostBefore;
}

/** One hour, day or month of the detail. */
export interface ChargeDetail extends ChargeAmounts {
  readonly time: string;
  readonly from: number;
  readonly to: number;
  readonly price: number | null;
  readonly coverage: number | null;
  readonly flags: readonly FlagName[];
}

/** How lines are put together: added up, or their mean. */
export const OPERATIONS = {
  overlay: { zh: '叠加', en: 'Sum' },
  average: { zh: '平均', en: 'Average' },
} as const;
export type Operation = keyof typeof OPERATIONS;

/** A line of the custom range. */
export interface EnergyLine {
  readonly orgId: number;
  /** What its values come from: what is folded of readings, or readings as they came. */
  readonly source: 'usage' | 'reading';
  readonly ammeterId: number;
  readonly ammeterName: string;
  /** Set where the line is the result of an operation. */
  readonly type: Operation | null;
  /** A result may not be operated on again. */
  readonly canBeOperated: boolean;
  readonly lineCount: number;
  /** Its place among the lines of the answer, from 1. */
  readonly index: number;
  readonly beginDate: string;
  readonly endDate: string;
  readonly interval: string;
  /** How its instants are written. */
  readonly format: string;
  /** From when to when, and its first instant, so written. */
  readonly dateRange: readonly [string, string];
  readonly date: string;
  /** By what its values were divided; they come in the unit as it is. */
  readonly divisor: number;
  readonly dataCode: string;
  readonly unit: string;
  readonly timeZone: string;
  /** Instant (ms) and value. */
  readonly data: readonly (readonly [number, number | null])[];
}

/** What may be drawn of a place: a meter with the codes that it has. */
export interface LineSource {
  readonly orgId: number;
  readonly ammeterId: number;
  readonly ammeterCode: string;
  readonly ammeterName: string;
  readonly dataType: string;
  readonly unit: string;
  readonly dataCodes: readonly string[];
}
