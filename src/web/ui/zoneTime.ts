import dayjs, { type Dayjs } from 'dayjs';
import { startOfDate, timeAt } from '#domain/time/text.ts';
import { zoneOf } from '#domain/time/zone.ts';

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
export const pickerTime = (instant: string, zone: string): Dayjs => dayjs(timeAt(zone, instant));

/** The first and the last millisecond of a day `YYYY-MM-DD` in a zone: 00:00:00 to 23:59:59, ISO 8601. */
export function dayBounds(day: string, zone: string): { readonly first: string; readonly last: string } {
  const start = startOfDate(zone, day);
  const next = startOfDate(zone, day, 1);
  return { first: new Date(start).toISOString(), last: new Date(next - 1).toISOString() };
}
