import dayjs, { type Dayjs } from 'dayjs';
import { Zone } from '#domain/time/zone.ts';

const two = (n: number): string => String(n).padStart(2, '0');

/** An instant as `YYYY-MM-DD HH:mm` on the clock of a zone. */
export function localText(instant: number | string, zone: string): string {
  const t = new Zone(zone).local(typeof instant === 'string' ? Date.parse(instant) : instant);
  return `${t.year}-${two(t.month)}-${two(t.day)} ${two(t.hour)}:${two(t.minute)}`;
}

/** The dates from one instant up to another on the clock of a zone: `2018-01-01 – 2018-12-31`, or the one date. */
export function daysText(from: string, to: string, zone: string): string {
  const first = localText(from, zone).slice(0, 10);
  // What ends at midnight belongs to the day before; an instant belongs to its own.
  const last = localText(Math.max(Date.parse(from), Date.parse(to) - 1), zone).slice(0, 10);
  return first === last ? first : `${first} – ${last}`;
}

/** The instant that a picked wall clock means in a zone, ISO 8601. */
export function instantText(picked: Dayjs, zone: string): string {
  const wall = Date.UTC(
    picked.year(),
    picked.month(),
    picked.date(),
    picked.hour(),
    picked.minute(),
    picked.second(),
  );
  return new Date(new Zone(zone).instantOf(wall)).toISOString();
}

/** A date string as a picker takes it; null for nothing or nonsense. */
export function pickerDate(text: string | undefined): Dayjs | null {
  const date = text ? dayjs(text, 'YYYY-MM-DD', true) : null;
  return date?.isValid() ? date : null;
}
