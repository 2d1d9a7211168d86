import type { CivilDate } from './civil.ts';
import { two } from './clock.ts';
import { DAY_MS } from './duration.ts';

/** `YYYY-MM-DD` of a date of the calendar. */
export const dateText = ({ year, month, day }: CivilDate): string => `${year}-${two(month)}-${two(day)}`;

/** `YYYY-MM` of a month of a year, 1 to 12. */
export const monthText = (year: number | string, month: number): string => `${year}-${two(month)}`;

/** `YYYY-MM` of months since the first month of the year 0. */
export const monthOfCount = (months: number): string => monthText(Math.floor(months / 12), (months % 12) + 1);

/** The twelve months of a year, `YYYY-MM`. */
export const monthsOfYear = (year: number | string): string[] =>
  Array.from({ length: 12 }, (_, i) => monthText(year, i + 1));

/** Year, month 1–12 and day of `YYYY-MM-DD`; a month has the day 1, a year the month 1. */
export function partsOfDate(date: string): [year: number, month: number, day: number] {
  const [year = 1970, month = 1, day = 1] = date.split('-').map(Number);
  return [year, month, day];
}

/** The last day of a month, 28 to 31; a month outside 1–12 runs over into other years. */
export const lastDayOf = (year: number, month: number): number =>
  new Date(Date.UTC(year, month, 0)).getUTCDate();

/** `YYYY-MM-DD` of an instant (ms) by UTC, or of a wall clock that is given as if it were UTC. */
export const utcDate = (t: number): string => new Date(t).toISOString().slice(0, 10);

/** `YYYY-MM-DD` of days since 1970-01-01. */
export const dateOfDay = (day: number): string => utcDate(day * DAY_MS);

/** Days since 1970-01-01 of `YYYY-MM-DD`. */
export const dayOfDate = (date: string): number => Math.round(Date.parse(`${date}T00:00:00Z`) / DAY_MS);

/** A date some days later, `YYYY-MM-DD`. */
export const addDays = (date: string, days: number): string => dateOfDay(dayOfDate(date) + days);

/** Days from one date to another; negative where the other is earlier. */
export const daysBetween = (from: string, to: string): number => dayOfDate(to) - dayOfDate(from);

/** A date some months later; the last of the month where that month is shorter (31 January + 1 = 28 February). */
export function addMonths(date: string, months: number): string {
  const [year, month, day] = partsOfDate(date);
  const last = lastDayOf(year, month + months);
  return utcDate(Date.UTC(year, month - 1 + months, Math.min(day, last)));
}
