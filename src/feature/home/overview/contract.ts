import type { Amount, SpanAmount } from '#contract/amount.ts';
import type { NotComparable } from '#contract/notComparable.ts';
import type { Text } from '#contract/text.ts';
import type { DayQuery, Peak } from '#feature/meters/subject/contract.ts';

/** An amount beside that of an equal interval before. */
export interface Compared extends SpanAmount {
  /** Up to `until` only, and the equal interval before. */
  readonly comparable: SpanAmount;
  readonly before: SpanAmount;
  /** (comparable − before) / before; null where they are not comparable. */
  readonly change: number | null;
  readonly why: NotComparable | null;
}

/** Answer of `getFigures`. */
export interface Figures extends DayQuery {
  readonly day: Compared & { readonly trend: readonly (number | null)[] };
  readonly yesterday: SpanAmount;
  readonly month: Compared & {
    readonly yearOnYear: Omit<Compared, keyof SpanAmount>;
    readonly trend: readonly (number | null)[];
  };
  readonly year: Compared & { readonly trend: readonly (number | null)[] };
  readonly dayPeak: Peak;
  readonly dayPeakBefore: Peak;
  readonly yearPeak: Peak;
  readonly demandUnit: string;
  /** How the peaks of days are measured. */
  readonly demandMethod: Text;
  /** The same of the year, by its months where they differ. */
  readonly yearMethod: Text;
}

/** One bucket of a course with its counterparts. */
export interface CourseBucket extends SpanAmount {
  /** Local name: `11:00`, `07-15`, `2018-07`. */
  readonly label: string;
  readonly unfinished: boolean;
  /** Energies of the counterparts, in the order of `counterparts`. */
  readonly others: readonly (number | null)[];
}

export type Counterpart = 'yesterday' | 'lastMonth' | 'lastYear';

/** Answers of `getDay`, `getMonth` and `getYear`. */
export interface Course extends DayQuery {
  readonly counterparts: readonly Counterpart[];
  readonly buckets: readonly CourseBucket[];
}

/** A day of a month by tariff period. */
interface PeriodBucket extends SpanAmount {
  /** Local name: `07-15`. */
  readonly label: string;
  readonly unfinished: boolean;
  /** Energy of sharp, peak, flat, valley and deep valley hours; null where nothing is known of one. */
  readonly periods: readonly (number | null)[];
}

/** Answer of `getMonthPeriods`. */
export interface PeriodCourse extends DayQuery {
  readonly buckets: readonly PeriodBucket[];
}

/** Answer of `getPower`: the day's curve and that of the day before. */
export interface PowerCurve extends DayQuery {
  /** `PZ`: readings of active power, thinned; `mean`: mean power of quarters of an hour; `hourMean`: of hours. */
  readonly source: 'PZ' | 'mean' | 'hourMean';
  readonly unit: string;
  readonly from: number;
  readonly to: number;
  /** [ms since 1970, power or null for a gap]. */
  readonly points: readonly (readonly [number, number | null])[];
  /** The day before, moved onto this day. */
  readonly before: readonly (readonly [number, number | null])[];
}

/** One device of a ranking. */
export interface DeviceRank extends Amount {
  readonly deviceName: string;
  readonly dataAmmeterId: number;
  /** The energy, under the specification's name. */
  readonly pP: number;
  readonly change: number | null;
  /** Why there is no change. */
  readonly why: NotComparable | null;
}

/** One hour of a ranking. */
export interface HourRank extends SpanAmount {
  /** `07-15 11:00`, or `11:00` when the question is about one day. */
  readonly hour: string;
  readonly pP: number;
}

export interface Statistics extends SpanAmount {
  readonly key: 'today' | 'yesterday' | 'month' | 'lastMonth' | 'year' | 'lastYear';
}
