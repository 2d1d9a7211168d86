/** A date of the calendar; month 1–12. */
export interface CivilDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const DAY = 86_400_000;

/** Days since 1970-01-01 of a date; a month outside 1–12 runs over into other years. */
export function dayFromCivil(year: number, month: number, day: number): number {
  return Math.round(Date.UTC(year, month - 1, day) / DAY);
}

/** The date that is `days` after 1970-01-01. */
export function civilFromDay(days: number): CivilDate {
  const date = new Date(days * DAY);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}
