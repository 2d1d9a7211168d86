import dayjs, { type Dayjs } from 'dayjs';
import { momentAt } from '#domain/time/text.ts';
import { zoneOf } from '#domain/time/zone.ts';

/** The wall clock of a zone as a picker shows it, and back. */
export const pickerOf = (zone: string, at: number): Dayjs => dayjs(momentAt(zone, at));
export function instantOf(zone: string, picked: Dayjs): number {
  const wall = Date.UTC(
    picked.year(),
    picked.month(),
    picked.date(),
    picked.hour(),
    picked.minute(),
    picked.second(),
  );
  return zoneOf(zone).instantOf(wall);
}
