/** What a period is: a day, a month or a year. */
export type PeriodKind = 'day' | 'month' | 'year';

/** A period as `2018-07-15`, `2018-07` or `2018`, in the site's own calendar. */
export type Period = string;

const SHAPES: Record<PeriodKind, RegExp> = {
  day: /^\d{4}-\d{2}-\d{2}$/,
  month: /^\d{4}-\d{2}$/,
  year: /^\d{4}$/,
};

/** Whether a text is a real period of the kind. */
export function isPeriod(kind: PeriodKind, text: unknown): text is Period {
  if (typeof text !== 'string' || !SHAPES[kind].test(text)) return false;
  return periodOf(kind, instantOf(text)) === text;
}

function instantOf(period: Period): Date {
  const [year, month = 1, day = 1] = period.split('-').map(Number);
  return new Date(Date.UTC(year!, month - 1, day));
}

function periodOf(kind: PeriodKind, date: Date): Period {
  return date.toISOString().slice(0, kind === 'day' ? 10 : kind === 'month' ? 7 : 4);
}

/** The period `steps` later (earlier, if negative). */
export function shiftPeriod(kind: PeriodKind, period: Period, steps: number): Period {
  const date = instantOf(period);
  if (kind === 'day') date.setUTCDate(date.getUTCDate() + steps);
  else if (kind === 'month') date.setUTCMonth(date.getUTCMonth() + steps);
  else date.setUTCFullYear(date.getUTCFullYear() + steps);
  return periodOf(kind, date);
}

/** A range of days, both included. */
export interface Days {
  readonly begin: Period;
  readonly end: Period;
}

/** The first and the last `most` days of a range that is longer; null where it is not. */
export function cutDays(
  { begin, end }: Days,
  most: number,
): { readonly first: Days; readonly last: Days } | null {
  const firstEnd = shiftPeriod('day', begin, most - 1);
  if (firstEnd >= end) return null;
  return { first: { begin, end: firstEnd }, last: { begin: shiftPeriod('day', end, 1 - most), end } };
}
