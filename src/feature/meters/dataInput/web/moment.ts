import dayjs, { type Dayjs } from 'dayjs';
import { timeAt } from '#domain/time/text.ts';

/** The dates from one instant up to another on the clock of a zone: `2018-01-01 – 2018-12-31`, or the one date. */
export function daysText(from: string, to: string, zone: string): string {
  const first = timeAt(zone, from).slice(0, 10);
  // What ends at midnight belongs to the day before; an instant belongs to its own.
  const last = timeAt(zone, Math.max(Date.parse(from), Date.parse(to) - 1)).slice(0, 10);
  return first === last ? first : `${first} – ${last}`;
}

/** A date string as a picker takes it; null for nothing or nonsense. */
export function pickerDate(text: string | undefined): Dayjs | null {
  const date = text ? dayjs(text, 'YYYY-MM-DD', true) : null;
  return date?.isValid() ? date : null;
}
