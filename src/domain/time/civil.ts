import { DAY_MS } from './duration.ts';

/** A date of the calendar; month 1–12. */
export interface CivilDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** Days since 1970-01-01 of a date; a month outside 1–12 runs over into other years. */
export function dayFromCivil(year: number, month: number, day: number): number {
  return Math.round(Date.UTC(year, month - 1, day) / DAY_MS);
}

// Buckets are named in the order of time: the day asked for is mostly the one before.
let known: { readonly days: number; readonly date: CivilDate } | undefined;

/** The date that is `days` after 1970-01-01. */
export function civilFromDay(days: number): CivilDate {
  if (known?.days === days) return known.date;
  const at = new Date(days * DAY_MS);
  const date = { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, day: at.getUTCDate() };
  known = { days, date };
  return date;
}
