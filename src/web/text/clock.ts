import dayjs, { type Dayjs } from 'dayjs';
import { zoneOf } from '#domain/time/zone.ts';

const two = (n: number): string => String(n).padStart(2, '0');

/** An instant as `YYYY-MM-DD HH:mm` on the clock of a zone; seconds where there are any. */
export function clockText(zone: string, at: number): string {
  const t = zoneOf(zone).local(at);
  const seconds = t.second === 0 ? '' : `:${two(t.second)}`;
  return `${t.year}-${two(t.month)}-${two(t.day)} ${two(t.hour)}:${two(t.minute)}${seconds}`;
}

/** `2026-11-19 11:30–11:45`, both dates where they differ, one instant where the ends are equal. */
export function stretchText(zone: string, from: number, to: number): string {
  const [a, b] = [clockText(zone, from), clockText(zone, to)];
  if (from === to) return a;
  return a.slice(0, 10) === b.slice(0, 10) ? `${a}–${b.slice(11)}` : `${a} – ${b}`;
}

/** The start of a local day given as `YYYY-MM-DD`, `days` later. */
export function startOfDate(zone: string, date: string, days = 0): number {
  const [year = 1970, month = 1, day = 1] = date.split('-').map(Number);
  return zoneOf(zone).startOfDate(year, month, day + days);
}

/** The wall clock of a zone as a picker shows it, and back. */
export const pickerOf = (zone: string, at: number): Dayjs => dayjs(clockText(zone, at));
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
