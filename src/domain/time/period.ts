import { LEVEL, type Level } from '#domain/time/bucket.ts';
import type { Range } from '#domain/fold/reach.ts';
import type { Zone } from '#domain/time/zone.ts';

/** The periods that the overview tells and compares. */
export type PeriodKind = 'day' | 'month' | 'year';

/** Year, month and day of a date text. */
const partsOf = (date: string): [number, number, number] => {
  const [year = 1970, month = 1, day = 1] = date.split('-').map(Number);
  return [year, month, day];
};

/** The period of a kind that holds a date, or the one `back` before it, in the zone. */
export function periodOf(zone: Zone, kind: PeriodKind, date: string, back = 0): Range {
  const [year, month, day] = partsOf(date);
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

const two = (n: number): string => String(n).padStart(2, '0');

/** The local date of an instant, `2018-07-15`. */
export function dateAt(zone: Zone, t: number): string {
  const { year, month, day } = zone.local(t);
  return `${year}-${two(month)}-${two(day)}`;
}

/** The local name of a bucket's start in a chart of its period: `11:00`, `07-15`, `2018-07`. */
export function labelAt(zone: Zone, kind: PeriodKind, t: number): string {
  const { year, month, day, hour, minute } = zone.local(t);
  if (kind === 'day') return `${two(hour)}:${two(minute)}`;
  return kind === 'month' ? `${two(month)}-${two(day)}` : `${year}-${two(month)}`;
}

/** What two buckets of neighbouring periods have in common: time of day, day of the month, month of the year. */
export function placeAt(zone: Zone, kind: PeriodKind, t: number): number {
  const { month, day, hour, minute } = zone.local(t);
  return kind === 'day' ? hour * 60 + minute : kind === 'month' ? day : month;
}
