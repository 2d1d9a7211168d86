import { sql } from 'kysely';
import { endNotices, type PlantBook, type PlantKind } from '#feature/house/notice/server/public.ts';
import { tellRecords, writeActs } from '#feature/watch/alarm/server/public.ts';
import { skipRuns, type Ways } from '#feature/watch/linkage/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { raise } from './raise.ts';
import { review } from './review.ts';

/** Ends notices and their records, and skips what still waited of them. @param now ms @returns how many ended */
async function end(trx: Db, kind: PlantKind, objectIds: readonly number[], now: number): Promise<number> {
  if (objectIds.length === 0) return 0;
  const ended = await endNotices(trx, kind, objectIds, now);
  const { rows } = await sql<{ id: number; consumerId: number }>`
    update alarm_record set alarm_status = '0', cleared_at = greatest(raised_at, ${new Date(now)}::timestamptz)
    where _watch_kind = ${kind} and _watch_object = any (${objectIds}::integer[]) and cleared_at is null
    returning id, consumer_id as "consumerId"`.execute(trx);
  const ids = rows.map(({ id }) => id);
  await writeActs(trx, rows.map(({ id, consumerId }) => ({ recordId: id, consumerId, kind: 'cleared', info: null }))); // prettier-ignore
  await skipRuns(trx, ids, 'cleared');
  await tellRecords(trx, ids);
  return ended;
}

/** Those of some meters whose silence a rule in use judges. */
async function judgedByRule(trx: Db, meterIds: readonly number[]): Promise<ReadonlySet<number>> {
  if (meterIds.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    select oa.ammeter_id as id from object_alarm oa join alarm a on a.id = oa.alarm_id
    where oa.ammeter_id = any (${meterIds}::integer[]) and oa.enable and a.enable and a.trigger_method = 'silent'`.execute(
    trx,
  );
  return new Set(rows.map(({ id }) => id));
}

/** The book in which each state of the plant is a notice and an alarm record, and people are told of it as of other alarms. */
export const alarmBook = (ways: Ways): PlantBook => ({
  raise: (trx, states, now) => raise(trx, ways, states, now),
  end,
  judgedByRule,
  review: (trx, now) => review(trx, ways, now),
});
