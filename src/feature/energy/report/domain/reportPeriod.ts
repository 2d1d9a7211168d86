import type { ReportPeriod } from '#contract/report.ts';
import { partsOfDate, utcDate } from '#domain/time/date.ts';
import { DAY_MS, HOUR_MS } from '#domain/time/duration.ts';
import type { Zone } from '#domain/time/zone.ts';

/** An interval of dates, both included. */
export interface Dates {
  readonly begin: string;
  readonly end: string;
}

/** The last period that is over before a date: yesterday, the week from Monday, the month, the year before. */
export function periodBefore(period: ReportPeriod, date: string): Dates {
  const t = Date.parse(date);
  const [year, month] = partsOfDate(date);
  switch (period) {
    case 'day':
      return { begin: utcDate(t - DAY_MS), end: utcDate(t - DAY_MS) };
    case 'week': {
      // 1970-01-01 was a Thursday; weeks begin on Monday (ISO 8601).
      const monday = t - (((t / DAY_MS + 3) % 7) + 7) * DAY_MS;
      return { begin: utcDate(monday), end: utcDate(monday + 6 * DAY_MS) };
    }
    case 'month':
      return { begin: utcDate(Date.UTC(year, month - 2, 1)), end: utcDate(Date.UTC(year, month - 1, 0)) };
    case 'year':
      return { begin: `${year - 1}-01-01`, end: `${year - 1}-12-31` };
  }
}

/** When a report of a period is due: some days after its end, at an hour of the zone's clock. */
export function dueAt(zone: Zone, { end }: Dates, delayDays: number, hour: number): number {
  return zone.instantOf(Date.parse(end) + (1 + delayDays) * DAY_MS + hour * HOUR_MS);
}

/** The last period whose report is due at an instant. */
export function lastDue(
  zone: Zone,
  period: ReportPeriod,
  { delayDays, hour }: { readonly delayDays: number; readonly hour: number },
  now: number,
): Dates {
  const wall = now + zone.offsetAt(now);
  let found = periodBefore(period, utcDate(wall));
  // Before the hour, or within the days of delay, the one before it is the last that is due.
  while (dueAt(zone, found, delayDays, hour) > now) found = periodBefore(period, found.begin);
  return found;
}
