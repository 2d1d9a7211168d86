import { sql } from 'kysely';
import { alarmTopic, type LiveAlarm } from '#feature/meters/messaging/contract.ts';
import { tellOnCommit } from '#feature/meters/messaging/server/public.ts';
import type { Db } from '#server/database/db.ts';

/** Tells the screens of people, when the transaction commits, that records were written or dealt with. */
export async function tellRecords(trx: Db, ids: readonly number[]): Promise<void> {
  const { rows } = await sql<LiveAlarm & { consumerId: number; siteId: number | null }>`
    select id as "recordId", ammeter_id as "meterId", consumer_id as "consumerId", site_id as "siteId", alarm_level as "alarmLevel",
      alarm_status as "alarmStatus" from alarm_record where id = any (${ids}::integer[])`.execute(trx);
  await tellOnCommit(
    trx,
    rows.map(({ consumerId, siteId, ...live }) => ({
      topic: alarmTopic(consumerId, siteId),
      payload: JSON.stringify(live),
    })),
  );
}
