import { LEVEL, type Level } from '#domain/time/bucket.ts';
import type { Range } from '#domain/fold/reach.ts';
import { partsOfDate } from '#domain/time/date.ts';
import { clockAt, dateAt, monthAt } from '#domain/time/text.ts';
import type { Zone } from '#domain/time/zone.ts';

/** The periods that the overview tells and compares. */
export type PeriodKind = 'day' | 'month' | 'year';

/** The period of a kind that holds a date, or the one `back` before it, in the zone. */
export function periodOf(zone: Zone, kind: PeriodKind, date: string, back = 0): Range {
  const [year, month, day] = partsOfDate(date);
  switch (kind) {
    case 'day':
      return {
        from: zone.startOfDate(year, month, day - back),
        to: zone.startOfDate(year, month, day - back + 1),
      };
    case 'month':
      return { from: zone.startOfDate(year, month - back), to: zone.startOfDate(year, month - back + 1) };
    case 'year':
      return { from: zone.startOfDate(year - back, 1), to: zone.startOfDate(year - back + 1, 1) };
  }
}

/**
 * The part of `before` that is as long by the calendar as `period` up to `until`: the same wall clock `back` days,
 * months or years earlier, never beyond the end of `before`.
 */
export function equalPeriod(
  zone: Zone,
  kind: PeriodKind,
  period: Range,
  before: Range,
  until: number,
  back = 1,
): Range {
  if (until >= period.to) return before;
  if (until <= period.from) return { from: before.from, to: before.from };
  const { year, month, day, hour, minute } = zone.local(until);
  const wall = Date.UTC(
    year - (kind === 'year' ? back : 0),
    month - 1 - (kind === 'month' ? back : 0),
    day - (kind === 'day' ? back : 0),
    hour,
    minute,
  );
  const to = Math.min(Math.max(zone.instantOf(wall), before.from), before.to);
  return { from: before.from, to };
}

/** The level whose buckets make up a period in a chart. */
export const PARTS: Readonly<Record<PeriodKind, Level>> = {
  day: LEVEL.hour,
  month: LEVEL.day,
  year: LEVEL.month,
};

/** The local name of a bucket's start in a chart of its period: `11:00`, `07-15`, `2018-07`. */
export function labelAt(zone: Zone, kind: PeriodKind, t: number): string {
  if (kind === 'day') return clockAt(zone, t);
  return kind === 'month' ? dateAt(zone, t).slice(5) : monthAt(zone, t);
}

/** What two buckets of neighbouring periods have in common: time of day, day of the month, month of the year. */
export function placeAt(zone: Zone, kind: PeriodKind, t: number): number {
  const { month, day, hour, minute } = zone.local(t);
  return kind === 'day' ? hour * 60 + minute : kind === 'month' ? day : month;
}
