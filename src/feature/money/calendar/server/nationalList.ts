import { sql } from 'kysely';
import { dateOfDay, dayOfDate } from '#domain/time/date.ts';
import {
  calendarRows,
  chineseDays,
  holdExtents,
  markIntervals,
  type NationalDays,
  queryableOf,
} from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { effectOf, tariffSites } from './effect.ts';

const SETTING = 'nationalDays';
type Kept = Readonly<Record<string, 'holiday' | 'workday'>>;
const NO_NAME = { zh: '', en: '' };

const keptOf = (days: NationalDays): Record<string, unknown> =>
  Object.fromEntries([...days].map(([day, { kind }]) => [dateOfDay(day), kind]));
const daysOf = (kept: Kept): NationalDays =>
  new Map(Object.entries(kept).map(([date, kind]) => [dayOfDate(date), { kind, name: NO_NAME }]));

/**
 * Marks what a new release of the national list of holidays makes differ since the last start, in every enterprise
 * with a calendar. The first start only keeps the list. Answers the number of meters.
 */
export async function followNationalList(db: Db, now: NationalDays = chineseDays()): Promise<number> {
  const list = JSON.stringify(keptOf(now));
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ value: Kept; same: boolean }>`
      select value, value = ${list}::jsonb as same from setting where name = ${SETTING} for update`.execute(
      trx,
    );
    if (rows[0]?.same) return 0;
    await sql`insert into setting (name, value) values (${SETTING}, ${list}::jsonb)
      on conflict (name) do update set value = excluded.value, changed_at = now()`.execute(trx);
    if (!rows[0]) return 0;
    const { rows: consumers } = await sql<{ id: number }>`
      select distinct consumer_id as id from timezone order by 1`.execute(trx);
    let meters = 0;
    for (const { id } of consumers) {
      await sql`update calendar_stamp set stamp = gen_random_uuid() where consumer_id = ${id}`.execute(trx);
      const sites = await tariffSites(trx, id);
      const extents = await holdExtents(
        trx,
        sites.flatMap((site) => site.meterIds),
      );
      const own = await calendarRows(queryableOf(trx), id);
      const before = { ...own, national: daysOf(rows[0].value) };
      const { effect, intervals } = effectOf(sites, extents, before, { ...own, national: now });
      await markIntervals(trx, intervals);
      meters += effect.meters;
    }
    return meters;
  });
}
