import { civilFromDay, dayFromCivil } from '#domain/time/civil.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import type { Zone } from '#domain/time/zone.ts';

/** A step back in the calendar that keeps the wall clock. */
export interface Shift {
  readonly days?: number;
  readonly months?: number;
}

/** The day (since 1970-01-01) some days or months before another; null where that month has no such day. */
function dayBefore(day: number, { days = 0, months = 0 }: Shift): number | null {
  if (months === 0) return day - days;
  const date = civilFromDay(day);
  const month = date.month - months;
  const first = dayFromCivil(date.year, month, 1);
  const there = first + date.day - 1;
  return there < dayFromCivil(date.year, month + 1, 1) ? there - days : null;
}

/**
 * Finds the instants with the same wall clock some days or months earlier, ms; null where that month has no such day
 * (29 February a year before, 31 a month before). Instants of one day are found quickest one after the other.
 */
export function shifter(zone: Zone, shift: Shift): (t: number) => number | null {
  let day = NaN;
  let there: number | null = null;
  return (t) => {
    const wall = t + zone.offsetAt(t);
    const own = Math.floor(wall / DAY_MS);
    if (own !== day) [day, there] = [own, dayBefore(own, shift)];
    return there === null ? null : zone.instantOf(there * DAY_MS + wall - own * DAY_MS);
  };
}

/** The same of one instant. */
export const shifted = (zone: Zone, t: number, shift: Shift): number | null => shifter(zone, shift)(t);

/** The same, and the end of that month where it has no such day: for the ends of an interval. */
export function shiftedEnd(zone: Zone, t: number, shift: Shift): number {
  const { year, month } = zone.local(t);
  return shifted(zone, t, shift) ?? zone.startOfDate(year, month - (shift.months ?? 0) + 1);
}
