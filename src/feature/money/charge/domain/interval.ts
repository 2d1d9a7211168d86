import { INTERVAL } from '#contract/interval.ts';
import { bucketBounds, LEVEL, type Level } from '#domain/time/bucket.ts';
import type { Range } from '#domain/fold/reach.ts';
import { clockOf, two } from '#domain/time/clock.ts';
import { lastDayOf, partsOfDate } from '#domain/time/date.ts';
import type { Zone } from '#domain/time/zone.ts';
import type { PeriodCode, SeriesType } from '../contract.ts';

/** The buckets that a series is drawn with, each with its place on the axis. */
export interface Drawn extends Range {
  readonly buckets: readonly (Range & { readonly place: string })[];
}

/**
 * The interval that a series type means beside a date of a zone; null where the other month lacks that day. Types 10
 * and 12 stand for the month that this one is compared with. `601` is a whole year as one bucket.
 */
export function intervalOf(zone: Zone, code: PeriodCode, type: SeriesType, date: string): Drawn | null {
  const [year, month, day] = partsOfDate(date);
  const oneDay = (y: number, m: number, d: number): Drawn =>
    drawn(zone, 2, { from: zone.startOfDate(y, m, d), to: zone.startOfDate(y, m, d + 1) });
  const oneMonth = (y: number, m: number): Drawn =>
    drawn(zone, 3, { from: zone.startOfDate(y, m), to: zone.startOfDate(y, m + 1) });
  const oneYear = (y: number, to?: number): Drawn =>
    drawn(zone, code === INTERVAL.year ? 5 : 4, {
      from: zone.startOfDate(y, 1),
      to: to ?? zone.startOfDate(y + 1, 1),
    });
  switch (type) {
    case 1:
      return oneDay(year, month, day);
    case 2:
      return oneDay(year, month, day - 1);
    case 3:
      return oneDay(year, month, day - 7);
    case 4:
      return day > lastDayOf(year, month - 1) ? null : oneDay(year, month - 1, day);
    case 5:
      return oneMonth(year, month);
    case 6:
    case 12:
      return oneMonth(year, month - 1);
    case 7:
    case 10:
      return oneMonth(year - 1, month);
    case 8:
      return oneYear(year);
    case 9:
      return oneYear(year - 1);
    case 11:
      return oneYear(
        year - 1,
        zone.startOfDate(year - 1, month, Math.min(day, lastDayOf(year - 1, month)) + 1),
      );
  }
}

function drawn(zone: Zone, level: Level, { from, to }: Range): Drawn {
  const bounds = bucketBounds(zone, level, from, to);
  const buckets = bounds.slice(0, -1).map((start, i) => {
    const { year, month, day, hour, minute } = zone.local(start);
    const place =
      level === LEVEL.hour
        ? clockOf(hour * 60 + minute)
        : level === LEVEL.day
          ? two(day)
          : level === LEVEL.month
            ? two(month)
            : String(year);
    return { place, from: start, to: Math.min(to, bounds[i + 1] ?? to) };
  });
  return { from, to, buckets };
}

/** A change, place by place: `now` less `before`; null where either is not known. */
export function lessBy<V>(
  now: readonly (readonly [string, V | null])[],
  before: readonly (readonly [string, V | null])[],
  minus: (a: V, b: V) => V,
): [string, V | null][] {
  const known = new Map(before);
  return now.map(([place, value]) => {
    const other = known.get(place) ?? null;
    return [place, value === null || other === null ? null : minus(value, other)];
  });
}
