import { sql } from 'kysely';
import { noSuchRow } from '#contract/error.ts';
import { type DayType, PERIODS } from '#contract/period.ts';
import { type Language, textIn } from '#contract/text.ts';
import type { Calendar } from '#domain/calendar/calendar.ts';
import { dayFact, overlay } from '#domain/calendar/dayFact.ts';
import { segmentsOfDay } from '#domain/calendar/segment.ts';
import { dayOfDate } from '#domain/time/date.ts';
import {
  calendarOf,
  calendarRows,
  nationalDays,
  ownDays,
  queryableOf,
} from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { homeZone } from '#server/database/homeZone.ts';
import type { DayPeriods } from '../contract.ts';

/** A meter, or an enterprise, site or unit. */
export type CalendarObject = { readonly meterId: number } | { readonly orgId: number };

interface Place {
  readonly orgId: number;
  readonly consumerId: number;
  /** 0 = no site of its own: what holds for the enterprise in general. */
  readonly siteId: number;
  readonly timeZone: string;
}

/**
 * Where an object takes its calendar from: a meter and a site from the site; an enterprise or a unit from the only
 * site of the enterprise, or, where there are several, from what holds for the enterprise in general.
 */
async function placeOf(trx: Db, object: CalendarObject): Promise<Place> {
  const { rows } = await (
    'meterId' in object
      ? sql<Place>`select s.id as "orgId", s.consumer_id as "consumerId", s.id as "siteId", s.time_zone as "timeZone"
        from ammeter a join monitor_site s on s.id = a.site_id where a.id = ${object.meterId}`
      : sql<Place>`select o.id as "orgId", o.consumer_id as "consumerId",
        case when o.kind = 'site' then o.id when count(s.id) = 1 then min(s.id) else 0 end as "siteId",
        coalesce(min(s.time_zone) filter (where s.id = o.id),
          mode() within group (order by s.time_zone), ${homeZone}) as "timeZone"
        from org o left join monitor_site s on s.consumer_id = o.consumer_id
        where o.id = ${object.orgId} group by o.id, o.consumer_id, o.kind`
  ).execute(trx);
  if (!rows[0]) throw noSuchRow();
  return rows[0];
}

/** The calendar that holds for an object, and the zone whose clock it means. @throws Fault 404 outside the scope. */
async function calendarFor(
  trx: Db,
  object: CalendarObject,
): Promise<{ calendar: Calendar; timeZone: string; orgId: number; typesOf: (day: number) => DayType[] }> {
  const { consumerId, siteId, timeZone, orgId } = await placeOf(trx, object);
  const rows = await calendarRows(queryableOf(trx), consumerId);
  const special = overlay(nationalDays(timeZone), ownDays(rows.holidays));
  const typesOf = (day: number): DayType[] => {
    const fact = dayFact(day, special);
    return fact.hot ? [fact.kind, 'hot'] : [fact.kind];
  };
  return { calendar: calendarOf(rows, siteId, timeZone), timeZone, orgId, typesOf };
}

/** The tariff periods of a local date (`YYYY-MM-DD`); no rows where no calendar holds. @throws Fault 404 */
export async function periodsOfDay(
  trx: Db,
  object: CalendarObject,
  date: string,
  language: Language = 'en',
): Promise<DayPeriods> {
  const { calendar, timeZone, orgId, typesOf } = await calendarFor(trx, object);
  const day = dayOfDate(date);
  const rows = segmentsOfDay(calendar.quartersOf(day) ?? new Uint8Array(96)).map((segment) => ({
    beginTime: segment.begin,
    endTime: segment.end,
    value: segment.period,
    name: textIn(PERIODS[segment.period], language),
  }));
  return { orgId, date, timeZone, dayTypes: typesOf(day), rows };
}
