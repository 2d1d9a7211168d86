import { sql } from 'kysely';
import {
  calendarRows,
  type CalendarRow,
  type CalendarRows,
  extentsOf,
  type HolidayRow,
  holdExtents,
  markIntervals,
  queryableOf,
} from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { CalendarEffect } from '../contract.ts';
import { effectOf, tariffSites } from './effect.ts';

type Row = Readonly<Record<string, unknown>> & { readonly id: number };

/** One row that comes, changes or goes; `null` on either side = it is not there. */
export interface RowChange {
  readonly resource: 'timezone' | 'holiday';
  readonly before: Row | null;
  readonly after: Row | null;
}

/** The state with a row in place of the one of its id, or without it. */
function withRow(
  rows: CalendarRows,
  resource: RowChange['resource'],
  id: number,
  row: Row | null,
): CalendarRows {
  const put = <T extends { readonly id: number }>(list: readonly T[]): T[] => [
    ...list.filter((one) => one.id !== id),
    ...(row ? [row as unknown as T] : []),
  ];
  return resource === 'timezone'
    ? { ...rows, versions: put<CalendarRow>(rows.versions) }
    : { ...rows, holidays: put<HolidayRow>(rows.holidays) };
}

/** What a change would make differ, without changing anything. */
export async function previewChange(trx: Db, consumerId: number, change: RowChange): Promise<CalendarEffect> {
  const sites = await tariffSites(trx, consumerId);
  const extents = await extentsOf(
    trx,
    sites.flatMap((site) => site.meterIds),
  );
  const { before, after } = await bothSides(trx, consumerId, change);
  return effectOf(sites, extents, before, after).effect;
}

/**
 * Marks exactly what a change makes differ, in its transaction, before or after the row itself is written. The
 * stamp comes first: changes of one enterprise wait for each other, and each sees what the one before it did.
 */
export async function applyChange(
  trx: Db,
  consumerId: number,
  change: RowChange,
): Promise<{ effect: CalendarEffect; meterIds: readonly number[] }> {
  await sql`insert into calendar_stamp values (${consumerId}, gen_random_uuid())
    on conflict (consumer_id) do update set stamp = excluded.stamp`.execute(trx);
  const sites = await tariffSites(trx, consumerId);
  const extents = await holdExtents(
    trx,
    sites.flatMap((site) => site.meterIds),
  );
  const { before, after } = await bothSides(trx, consumerId, change);
  const { effect, intervals } = effectOf(sites, extents, before, after);
  await markIntervals(trx, intervals);
  return { effect, meterIds: [...new Set(intervals.map((interval) => interval.meterId))] };
}

async function bothSides(
  trx: Db,
  consumerId: number,
  { resource, before, after }: RowChange,
): Promise<{ before: CalendarRows; after: CalendarRows }> {
  const rows = await calendarRows(queryableOf(trx), consumerId);
  // An id that no row has stands for the one that is not written yet.
  const id = before?.id ?? after?.id ?? 0;
  return { before: withRow(rows, resource, id, before), after: withRow(rows, resource, id, after) };
}
