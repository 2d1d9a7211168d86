import { INTERVAL } from '#contract/interval.ts';
import type { Text } from '#contract/text.ts';

/** What highest and lowest load are the highest and lowest of, under the interval codes of the wire. */
export const LOAD_STEPS = {
  [INTERVAL.quarter]: { zh: '15 分钟平均', en: '15 min mean' },
  [INTERVAL.hour]: { zh: '小时平均', en: 'hourly mean' },
} as const satisfies Readonly<Record<string, Text>>;
export type LoadStep = keyof typeof LOAD_STEPS;

/** Why a mean has no highest and no lowest beside it. */
export const NO_EXTREME: Text = {
  zh: '只知道一段较长时间的用能量，其间的最大与最小功率无法得知',
  en: 'Only the energy of a longer interval is known: the highest and lowest power inside it are not',
};

/** Why a step has no highest or no lowest though it has a mean. */
export const HIDDEN_EXTREME: Text = {
  zh: '表底证明缺口内的平均功率超出实测范围，真实的最大或最小未知',
  en: 'Registers prove a mean inside a gap beyond what was measured: the true extreme is not known',
};

/** Load of an interval (specification 3 section 3, load analysis); power in kW, the rate 0 to 1. */
export interface LoadStatistic {
  readonly dtType: number;
  readonly date: string;
  /** The one step of all rows laid beside each other; null where nothing so fine is known. */
  readonly interval: LoadStep | null;
  readonly pZMax: number | null;
  readonly pZMaxTime: string | null;
  readonly pZMin: number | null;
  readonly pZMinTime: string | null;
  /** Energy over time of all that is known. */
  readonly pZAvg: number | null;
  readonly pZRate: number | null;
  /** Difference of highest and lowest. */
  readonly ppvdv: number | null;
}

/** How long an interval of a thinned curve is. */
export type CurveInterval = 'quarter' | 'hour' | 'day' | 'month';

/** The interval of each bucket size. */
export const CURVE_INTERVALS = { 1: 'quarter', 2: 'hour', 3: 'day', 4: 'month' } as const satisfies Readonly<
  Record<number, CurveInterval>
>;

/** The power of a meter, thinned: lowest and highest reading of each interval, side by side. */
export interface MeterCurve {
  readonly ammeterId: number;
  readonly ammeterName: string;
  /** Readings that it was thinned from. */
  readonly total: number;
  /** Starts of the intervals of which a reading is known, ms. */
  readonly from: readonly number[];
  readonly low: readonly number[];
  readonly lowAt: readonly number[];
  readonly high: readonly number[];
  readonly highAt: readonly number[];
}

/** Curves of power of a range of dates, both included. */
export interface LoadCurve {
  readonly begin: string;
  readonly end: string;
  /** The same as instants, ms. */
  readonly from: number;
  readonly to: number;
  readonly timeZone: string;
  readonly unit: string;
  readonly stretch: CurveInterval;
  readonly list: readonly MeterCurve[];
}

/** Mean power of every quarter of an hour of a range of dates, both included. */
export interface LoadQuarters {
  readonly begin: string;
  readonly end: string;
  /** The same as instants, ms; quarter `i` of `power` begins a quarter of an hour times `i` after `from`. */
  readonly from: number;
  readonly to: number;
  /** The end of the last quarter with data. */
  readonly until: number;
  readonly timeZone: string;
  readonly unit: string;
  /** Null where it was not measured. */
  readonly power: readonly (number | null)[];
  /** Quarters that have the mean of their hour, as runs: the first, and the one behind the last. */
  readonly hourly: readonly (readonly [first: number, behind: number])[];
}
