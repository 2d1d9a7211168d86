import { sql } from 'kysely';
import { REAL_TIME } from '#contract/priceCurve.ts';
import { dayOfDate } from '#domain/time/date.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { tariffSites } from '#feature/money/calendar/server/public.ts';
import { holdExtents, markIntervals } from '#feature/meters/reading/server/public.ts';
import { fileRepair } from '#feature/meters/recalculation/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { JsonRow, SlotCall } from '#server/resource/slot.ts';

/**
 * Marks the day of a real-time curve for every meter whose site is billed under its scheme, in the transaction of the
 * change. A year of curves comes as hundreds of rows at once: nothing is compared, a day is folded again.
 * @returns the meters that are folded again
 */
async function applyCurve(
  trx: Db,
  { consumerId, planId, day }: { readonly consumerId: number; readonly planId: number; readonly day: string },
): Promise<readonly number[]> {
  await sql`insert into price_stamp values (${consumerId}, gen_random_uuid())
    on conflict (consumer_id) do update set stamp = excluded.stamp`.execute(trx);
  const { rows } = await sql<{ orgId: number }>`
    select distinct org_id as "orgId" from price_agreement where plan_id = ${planId} and approve_state = '3'
      and begin_dt <= ${day}::date and coalesce(end_dt, 'infinity') >= ${day}::date`.execute(trx);
  const billed = new Set(rows.map((row) => row.orgId));
  if (billed.size === 0) return [];
  const sites = (await tariffSites(trx, consumerId)).filter(
    ({ siteId }) => billed.has(consumerId) || billed.has(siteId),
  );
  const extents = new Map(
    (
      await holdExtents(
        trx,
        sites.flatMap((site) => site.meterIds),
      )
    ).map((one) => [one.meterId, one]),
  );
  const local = dayOfDate(day);
  const intervals = sites.flatMap(({ timeZone, meterIds }) => {
    const zone = zoneOf(timeZone);
    const [from, to] = [zone.startOfDay(local), zone.startOfDay(local + 1)];
    return meterIds.flatMap((meterId) => {
      const own = extents.get(meterId);
      return own && own.first < to && own.last > from
        ? [{ meterId, from: Math.max(from, own.first), to: Math.min(to, own.last) }]
        : [];
    });
  });
  await markIntervals(trx, intervals);
  return intervals.map((one) => one.meterId);
}

/** Follows a write or the deletion of a curve; of an import one task alone shows the repair. */
export async function followCurve(call: SlotCall, row: JsonRow): Promise<void> {
  if (row['curve'] !== REAL_TIME) return;
  const consumerId = Number(row['consumerId']);
  const meterIds = await applyCurve(call.trx, {
    consumerId,
    planId: Number(row['planId']),
    day: String(row['day']),
  });
  if (meterIds.length === 0) return;
  // `now()` is when a transaction began: a task of that instant was filed by this one.
  const { rows } = await sql`select id from task where kind = 'repair' and consumer_id = ${consumerId}
    and created_at = now() limit 1`.execute(call.trx);
  if (rows.length > 0) return;
  const { rows: schemes } = await sql<{ name: string }>`
    select scheme_name as name from price_scheme where id = ${row['planId']}`.execute(call.trx);
  await fileRepair(call, consumerId, schemes[0]?.name ?? '', meterIds);
}
