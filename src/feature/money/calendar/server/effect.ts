import { sql } from 'kysely';
import { ENERGY } from '#contract/energyType.ts';
import { closeGaps, type DayRun, daysIn, differingDays } from '#domain/calendar/difference.ts';
import { dateOfDay } from '#domain/time/date.ts';
import { type Zone, zoneOf } from '#domain/time/zone.ts';
import { calendarOf, type CalendarRows, type MeterExtent } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { CalendarEffect } from '../contract.ts';

/** Days between two differing ones that are folded again along with them rather than apart. */
const NEAR_DAYS = 7;

/** A site with its meters of electricity, whose energy calendars split. */
export interface TariffSite {
  readonly siteId: number;
  readonly siteName: string;
  readonly timeZone: string;
  readonly meterIds: readonly number[];
}

/** An interval of a meter that must be folded again, ms. */
export interface Interval {
  readonly meterId: number;
  readonly from: number;
  readonly to: number;
}

/** The sites of an enterprise that have meters of electricity. */
export async function tariffSites(trx: Db, consumerId: number): Promise<TariffSite[]> {
  const { rows } = await sql<TariffSite>`
    select s.id as "siteId", shown_name(s.org_name, s.org_name_en) as "siteName", s.time_zone as "timeZone",
      array_agg(a.id order by a.id) as "meterIds"
    from ammeter a join monitor_site s on s.id = a.site_id
    where a.consumer_id = ${consumerId} and a.data_type = ${sql.lit(ENERGY.electricity)} group by s.id order by s.id`.execute(
    trx,
  );
  return rows;
}

/** What differs between two states of an enterprise's calendars: told to people, and as intervals to fold again. */
export function effectOf(
  sites: readonly TariffSite[],
  extents: readonly MeterExtent[],
  before: CalendarRows,
  after: CalendarRows,
): { effect: CalendarEffect; intervals: Interval[] } {
  const extentOf = new Map(extents.map((extent) => [extent.meterId, extent]));
  const intervals: Interval[] = [];
  const days = new Set<number>();
  const reported: CalendarEffect['sites'][number][] = [];
  for (const site of sites) {
    const own = site.meterIds.flatMap((id) => extentOf.get(id) ?? []);
    if (own.length === 0) continue;
    const zone = zoneOf(site.timeZone);
    const first = zone.localDay(Math.min(...own.map((extent) => extent.first)));
    // A register that stands at midnight closes the day before.
    const last = zone.localDay(Math.max(...own.map((extent) => extent.last)) - 1);
    const runs = differingDays(
      calendarOf(before, site.siteId, site.timeZone),
      calendarOf(after, site.siteId, site.timeZone),
      first,
      last + 1,
    );
    const touched = own.map((extent) => ({ extent, runs: within(runs, extent, zone) }));
    const meters = touched.filter(({ runs: list }) => list.length > 0);
    if (meters.length === 0) continue;
    reported.push({
      siteId: site.siteId,
      siteName: site.siteName,
      meters: meters.length,
      days: daysIn(runs),
    });
    for (const run of runs) for (let day = run.from; day < run.to; day++) days.add(day);
    for (const { extent, runs: list } of meters) intervals.push(...intervalsOf(extent, list, zone));
  }
  const sorted = [...days].sort((a, b) => a - b);
  const date = (day: number | undefined): string | null => (day === undefined ? null : dateOfDay(day));
  const meters = new Set(intervals.map((interval) => interval.meterId)).size;
  return {
    effect: { meters, days: days.size, from: date(sorted[0]), to: date(sorted.at(-1)), sites: reported },
    intervals,
  };
}

/** The runs that touch what a meter has. */
function within(runs: readonly DayRun[], extent: MeterExtent, zone: Zone): DayRun[] {
  const first = zone.localDay(extent.first);
  const last = zone.localDay(extent.last - 1);
  return runs.filter((run) => run.to > first && run.from <= last);
}

function intervalsOf(extent: MeterExtent, runs: readonly DayRun[], zone: Zone): Interval[] {
  return closeGaps(runs, NEAR_DAYS).map((run) => ({
    meterId: extent.meterId,
    from: Math.max(extent.first, zone.startOfDay(run.from)),
    to: Math.min(extent.last, zone.startOfDay(run.to)),
  }));
}
