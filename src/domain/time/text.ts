import { clockOf, two } from './clock.ts';
import { dateText, monthText, partsOfDate } from './date.ts';
import { type Zone, zoneOf } from './zone.ts';

/** An instant: ms since 1970, ISO 8601, or a date object. */
export type Instant = number | string | Date;

const zoneIn = (zone: Zone | string): Zone => (typeof zone === 'string' ? zoneOf(zone) : zone);
const localIn = (zone: Zone | string, at: Instant): ReturnType<Zone['local']> =>
  zoneIn(zone).local(typeof at === 'number' ? at : new Date(at).getTime());

/** `YYYY-MM-DD`: the date of an instant on the calendar of a zone. */
export const dateAt = (zone: Zone | string, at: Instant): string => dateText(localIn(zone, at));

/** `YYYY-MM`: the month of an instant on the calendar of a zone. */
export function monthAt(zone: Zone | string, at: Instant): string {
  const { year, month } = localIn(zone, at);
  return monthText(year, month);
}

/** `HH:mm`: the time of day of an instant on the clock of a zone. */
export function clockAt(zone: Zone | string, at: Instant): string {
  const { hour, minute } = localIn(zone, at);
  return clockOf(hour * 60 + minute);
}

/** `YYYY-MM-DD HH:mm`: an instant on the clock of a zone. */
export function timeAt(zone: Zone | string, at: Instant): string {
  const local = localIn(zone, at);
  return `${dateText(local)} ${clockOf(local.hour * 60 + local.minute)}`;
}

/** `YYYY-MM-DD HH:mm:ss`: an instant on the clock of a zone. */
export function secondAt(zone: Zone | string, at: Instant): string {
  const local = localIn(zone, at);
  return `${dateText(local)} ${clockOf(local.hour * 60 + local.minute)}:${two(local.second)}`;
}

/** `YYYY-MM-DD HH:mm`, with seconds where there are any. */
export const momentAt = (zone: Zone | string, at: Instant): string => secondAt(zone, at).replace(/:00$/, '');

/** `2026-11-19 11:30–11:45`, both dates where they differ, one instant where the ends are equal. */
export function spanText(zone: Zone | string, from: number, to: number): string {
  const [a, b] = [momentAt(zone, from), momentAt(zone, to)];
  if (from === to) return a;
  return a.slice(0, 10) === b.slice(0, 10) ? `${a}–${b.slice(11)}` : `${a} – ${b}`;
}

/** The first instant of a date `YYYY-MM-DD` in a zone, `days` later. */
export function startOfDate(zone: Zone | string, date: string, days = 0): number {
  const [year, month, day] = partsOfDate(date);
  return zoneIn(zone).startOfDate(year, month, day + days);
}
