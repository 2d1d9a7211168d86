import dayjs, { type Dayjs } from 'dayjs';
import { zoneOf } from '#domain/time/zone.ts';

const two = (n: number): string => String(n).padStart(2, '0');

/** An instant as `YYYY-MM-DD HH:mm` on the clock of a zone. */
export function localText(instant: number | string, zone: string): string {
  const t = zoneOf(zone).local(typeof instant === 'string' ? Date.parse(instant) : instant);
  return `${t.year}-${two(t.month)}-${two(t.day)} ${two(t.hour)}:${two(t.minute)}`;
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
  return new Date(zoneOf(zone).instantOf(wall)).toISOString();
}

/** What a picker shows of an instant, so that its clock is that of the zone. */
export const pickerTime = (instant: string, zone: string): Dayjs => dayjs(localText(instant, zone));

/** The first and the last millisecond of a day `YYYY-MM-DD` in a zone: 00:00:00 to 23:59:59, ISO 8601. */
export function dayBounds(day: string, zone: string): { readonly first: string; readonly last: string } {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number);
  const start = zoneOf(zone).startOfDate(year, month, date);
  const next = zoneOf(zone).startOfDate(year, month, date + 1);
  return { first: new Date(start).toISOString(), last: new Date(next - 1).toISOString() };
}
