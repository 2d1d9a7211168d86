import { type Interval, INTERVAL } from '#contract/interval.ts';
import { addDays, addMonths } from '#domain/time/date.ts';

/** Longest range of each interval (specification 3 section 5): 15 min 15 days, hour 1 month, day 1 year, else 30 years. */
const CAPS: Readonly<Record<Interval, { readonly days: number } | { readonly months: number }>> = {
  [INTERVAL.quarter]: { days: 15 },
  [INTERVAL.hour]: { months: 1 },
  [INTERVAL.day]: { months: 12 },
  [INTERVAL.month]: { months: 360 },
  [INTERVAL.year]: { months: 360 },
};

/** The last date that a range of an interval may have, when it begins at `begin`; both are included. */
export function lastEnd(interval: Interval, begin: string): string {
  const cap = CAPS[interval];
  return addDays('days' in cap ? addDays(begin, cap.days) : addMonths(begin, cap.months), -1);
}

/** Days of the range that is shown at first, by interval (specification 3 section 9: one month to today, else 3 days). */
const FIRST: Readonly<Record<Interval, number>> = {
  [INTERVAL.quarter]: 3,
  [INTERVAL.hour]: 3,
  [INTERVAL.day]: 31,
  [INTERVAL.month]: 365,
  [INTERVAL.year]: 1826,
};

/** The range shown at first: it ends today. */
export function firstRange(interval: Interval, today: string): { begin: string; end: string } {
  const begin = addDays(today, 1 - FIRST[interval]);
  if (interval === INTERVAL.month) return { begin: `${addMonths(today, -11).slice(0, 7)}-01`, end: today };
  if (interval === INTERVAL.year) return { begin: `${Number(today.slice(0, 4)) - 4}-01-01`, end: today };
  return { begin, end: today };
}

/** A range that is in order: it begins before it ends, ends today at most, and is no longer than its interval allows. */
export function clampRange(
  interval: Interval,
  range: { readonly begin: string; readonly end: string },
  today: string,
): { begin: string; end: string; cut: string | null } {
  const begin = range.begin > today ? today : range.begin;
  const wanted = range.end > today ? today : range.end < begin ? begin : range.end;
  const last = lastEnd(interval, begin);
  return wanted > last ? { begin, end: last, cut: last } : { begin, end: wanted, cut: null };
}

/** A range of dates, both included. */
interface Dates {
  readonly begin: string;
  readonly end: string;
}

/** What is shown of a range, and what can be offered in place of what is not. */
export interface FittedRange extends Dates {
  /** Null where all that was asked for is shown. */
  readonly left: {
    /** It begins after today; else it is too long for its interval. */
    readonly future: boolean;
    /** As long as may be, up to the end that was asked for. */
    readonly latest: Dates | null;
    /** The next coarser interval that shows all of it. */
    readonly coarser: Interval | null;
    readonly wanted: Dates;
  } | null;
}

/** The first date that a range of an interval may have, when it ends at `end`. */
export function firstBegin(interval: Interval, end: string): string {
  const cap = CAPS[interval];
  let begin = addDays('days' in cap ? addDays(end, -cap.days) : addMonths(end, -cap.months), 1);
  // Months are not equally long: what lies right before a short one may be a day too early.
  while (lastEnd(interval, begin) < end) begin = addDays(begin, 1);
  return begin;
}

/** Keeps of a range what its interval can show, and says what else could be shown of it by one of `intervals`. */
export function fitRange(
  interval: Interval,
  wanted: Dates,
  today: string,
  intervals: readonly Interval[],
): FittedRange {
  const { cut, begin, end } = clampRange(interval, wanted, today);
  if (wanted.begin > today)
    return { begin, end, left: { future: true, latest: null, coarser: null, wanted } };
  if (cut === null) return { begin, end, left: null };
  const to = wanted.end > today ? today : wanted.end;
  const whole = { begin, end: to };
  const coarser = intervals
    .filter((one) => Number(one) > Number(interval) && clampRange(one, whole, today).cut === null)
    .toSorted((a, b) => Number(a) - Number(b))[0];
  return {
    begin,
    end,
    left: {
      future: false,
      latest: { begin: firstBegin(interval, to), end: to },
      coarser: coarser ?? null,
      wanted: whole,
    },
  };
}
