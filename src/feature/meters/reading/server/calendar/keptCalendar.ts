import type { Calendar } from '#domain/calendar/calendar.ts';
import type { Queryable } from '../queryable.ts';
import { calendarOf, calendarRows } from './calendarRows.ts';

interface Kept {
  readonly stamp: string;
  readonly calendar: Calendar | null;
}

/** By site and zone; days once resolved stay with the calendar. */
const kept = new Map<string, Kept>();
const MOST = 5000;

/**
 * The calendar of a site, read again only after `stamp` (of `calendar_stamp`) changed; null where the enterprise has
 * none. What is read may be newer than its stamp, never older: then it is read once more.
 */
export async function keptCalendar(
  client: Queryable,
  site: { readonly consumerId: number; readonly siteId: number; readonly zone: string },
  stamp: string | null,
): Promise<Calendar | null> {
  if (stamp === null) return null;
  const key = `${site.siteId} ${site.zone}`;
  const found = kept.get(key);
  if (found?.stamp === stamp) return found.calendar;
  const rows = await calendarRows(client, site.consumerId);
  const calendar = calendarOf(rows, site.siteId, site.zone);
  if (kept.size >= MOST) kept.clear();
  kept.set(key, { stamp, calendar: calendar.empty ? null : calendar });
  return calendar.empty ? null : calendar;
}
