import { timeAt } from '#domain/time/text.ts';

/** Time of day, with the date in front where it is not `date`. */
export function shortClock(timeZone: string, t: number, date: string): string {
  const full = timeAt(timeZone, t);
  if (full.startsWith(date)) return full.slice(11);
  return full.slice(0, 4) === date.slice(0, 4) ? full.slice(5) : full;
}
