import { civilFromDay } from './civil.ts';
import { HOUR_MS, QUARTER_MS } from './duration.ts';
import type { Zone } from './zone.ts';

/** Buckets of `usage`: 1 quarter of an hour, 2 hour, 3 day, 4 month, 5 year, in the zone of the site. */
export type Level = 1 | 2 | 3 | 4 | 5;
export const LEVEL = { quarter: 1, hour: 2, day: 3, month: 4, year: 5 } as const satisfies Record<
  string,
  Level
>;
export const LEVELS: readonly Level[] = [1, 2, 3, 4, 5];

/** The start of the bucket that holds an instant. */
export function bucketStart(zone: Zone, level: Level, t: number): number {
  switch (level) {
    case 1:
      // Every offset is whole quarters, so the grid is the same everywhere.
      return Math.floor(t / QUARTER_MS) * QUARTER_MS;
    case 2: {
      const offset = zone.offsetAt(t);
      const start = Math.floor((t + offset) / HOUR_MS) * HOUR_MS - offset;
      // A zone that turns its clock by half an hour begins a new, shorter hour at the change.
      return Math.max(start, zone.lastChange(t));
    }
    case 3:
      return zone.startOfDay(dayOf(zone, t));
    default: {
      const { year, month } = civilFromDay(dayOf(zone, t));
      return zone.startOfDate(year, level === 4 ? month : 1);
    }
  }
}

/** The end of the bucket that starts at `start`, which is the start of the next. */
export function bucketEnd(zone: Zone, level: Level, start: number): number {
  switch (level) {
    case 1:
      return start + QUARTER_MS;
    case 2: {
      const offset = zone.offsetAt(start);
      const next = Math.floor((start + offset) / HOUR_MS + 1) * HOUR_MS - offset;
      return Math.min(next, zone.nextChange(start));
    }
    case 3: {
      let day = dayOf(zone, start) + 1;
      while (zone.startOfDay(day) <= start) day++;
      return zone.startOfDay(day);
    }
    default: {
      const { year, month } = civilFromDay(dayOf(zone, start));
      return level === 4 ? zone.startOfDate(year, month + 1) : zone.startOfDate(year + 1, 1);
    }
  }
}

/** Starts of all buckets that touch [from, to), and behind them the end of the last. */
export function bucketBounds(zone: Zone, level: Level, from: number, to: number): number[] {
  const bounds = [bucketStart(zone, level, from)];
  for (let end = bounds[0] ?? from; end < to;) {
    end = bucketEnd(zone, level, end);
    bounds.push(end);
  }
  return bounds;
}

/** The last local date whose first instant is not after `t`: dates that clocks repeat or skip are settled here. */
function dayOf(zone: Zone, t: number): number {
  let day = zone.localDay(t);
  while (zone.startOfDay(day) > t) day--;
  while (zone.startOfDay(day + 1) <= t) day++;
  return day;
}
