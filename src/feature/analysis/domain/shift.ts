import type { Zone } from '#domain/time/zone.ts';

/** A step back in the calendar that keeps the wall clock. */
export interface Shift {
  readonly days?: number;
  readonly months?: number;
}

/**
 * The instant with the same wall clock some days or months earlier, ms; null where that month has no such day
 * (29 February a year before, 31 a month before).
 */
export function shifted(zone: Zone, t: number, { days = 0, months = 0 }: Shift): number | null {
  const { year, month, day, hour, minute, second } = zone.local(t);
  const there = new Date(Date.UTC(year, month - 1 - months, 1));
  const last = new Date(Date.UTC(there.getUTCFullYear(), there.getUTCMonth() + 1, 0)).getUTCDate();
  if (months !== 0 && day > last) return null;
  const date = Date.UTC(there.getUTCFullYear(), there.getUTCMonth(), day - days);
  return zone.instantOf(date + ((hour * 60 + minute) * 60 + second) * 1000);
}

/** The same, and the end of that month where it has no such day: for the ends of a stretch. */
export function shiftedEnd(zone: Zone, t: number, shift: Shift): number {
  const { year, month } = zone.local(t);
  return shifted(zone, t, shift) ?? zone.startOfDate(year, month - (shift.months ?? 0) + 1);
}
