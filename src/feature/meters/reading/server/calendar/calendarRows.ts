import type { PeriodRules } from '#contract/periodRule.ts';
import { Calendar, type Version } from '#domain/calendar/calendar.ts';
import { type SpecialDay, type SpecialDays, overlay } from '#domain/calendar/dayFact.ts';
import { dayOfDate } from '#domain/time/date.ts';
import type { Queryable } from '../queryable.ts';
import { type NationalDays, nationalDays } from './nationalDays.ts';

/** A version of a calendar as its row says it. */
export interface CalendarRow {
  readonly id: number;
  readonly timezoneName: string;
  /** None = every site without its own. */
  readonly siteIdList: readonly number[] | null;
  readonly validFrom: string;
  readonly rules: PeriodRules;
}

/** A special day as its row says it: 1 holiday, 2 working day, 3 weekend, 4 hot. */
export interface HolidayRow {
  readonly id: number;
  readonly dt: string;
  readonly holidayTypeId: string;
}

/** Everything of an enterprise that says which period an instant belongs to. */
export interface CalendarRows {
  readonly versions: readonly CalendarRow[];
  readonly holidays: readonly HolidayRow[];
  /** Another release of the national list than the one at hand. */
  readonly national?: NationalDays;
}

/** Reads an enterprise's calendars and special days. */
export async function calendarRows(client: Queryable, consumerId: number): Promise<CalendarRows> {
  const { rows: versions } = await client.query<CalendarRow>({
    name: 'calendar_versions',
    text: `select id, timezone_name as "timezoneName", site_id_list as "siteIdList", valid_from::text as "validFrom", rules
           from timezone where consumer_id = $1 order by valid_from, id`,
    values: [consumerId],
  });
  const { rows: holidays } = await client.query<HolidayRow>({
    name: 'calendar_holidays',
    text: `select id, dt::text as dt, holiday_type_id as "holidayTypeId" from holiday where consumer_id = $1 order by dt, id`,
    values: [consumerId],
  });
  return { versions, holidays };
}

const KINDS: Readonly<Record<string, SpecialDay>> = {
  1: { kind: 'holiday' },
  2: { kind: 'workday' },
  3: { kind: 'weekend' },
  4: { hot: true },
};

/** The special days of an enterprise by themselves. */
export const ownDays = (holidays: readonly HolidayRow[]): SpecialDays =>
  overlay(...holidays.map((row) => new Map([[dayOfDate(row.dt), KINDS[row.holidayTypeId] ?? {}]])));

/** The calendar of a site in its zone. */
export function calendarOf(rows: CalendarRows, siteId: number, zone: string): Calendar {
  const versions = (list: readonly CalendarRow[]): Version[] =>
    list.map((row) => ({ name: row.timezoneName, from: dayOfDate(row.validFrom), rules: row.rules }));
  return new Calendar(
    versions(rows.versions.filter((row) => row.siteIdList?.includes(siteId))),
    versions(rows.versions.filter((row) => !row.siteIdList || row.siteIdList.length === 0)),
    overlay(nationalDays(zone, rows.national), ownDays(rows.holidays)),
  );
}
