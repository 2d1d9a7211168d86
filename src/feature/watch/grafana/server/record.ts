import { tellRecords } from '#feature/watch/alarm/server/public.ts';
import { sql } from 'kysely';
import type { EventLevel } from '#contract/linkage.ts';
import type { Text } from '#contract/text.ts';
import type { Raised } from '#feature/watch/linkage/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { Alert } from '../domain/body.ts';

/** An alert that the enterprise has configured. */
export interface Event {
  readonly id: number;
  readonly consumerId: number;
  readonly identifier: string;
  readonly siteId: number | null;
  readonly level: EventLevel;
  readonly name: string;
  readonly nameEn: string | null;
  readonly on: boolean;
}

/** Alarms that come back within this time, and that nobody confirmed, go on as one record (watch.md section 3), min. */
const REOPEN_MIN = 10;
/** `alarmType` of the records: other. */
const OTHER = '5';

const raisedOf = (event: Event, alert: Alert, recordId: number, count: number): Raised => {
  const { name, nameEn, consumerId, siteId, level } = event;
  const said = (lead: string): string => (alert.summary === null ? lead : `${lead} ${alert.summary}`);
  const text: Text = { zh: said(`看板告警“${name}”`), en: said(`Grafana alert “${nameEn ?? name}”`) };
  return {
    recordId,
    count,
    consumerId,
    siteId,
    level,
    eventType: '3',
    eventId: event.id,
    name,
    text,
    raisedAt: alert.startsAt,
  };
};

/** The record of the alert that cleared a moment before and that nobody confirmed, raised once more; undefined = none. */
async function reopened(
  trx: Db,
  event: Event,
  { fingerprint, startsAt }: Alert,
): Promise<{ id: number; count: number } | undefined> {
  const { rows } = await sql<{ id: number; count: number }>`
    update alarm_record set alarm_status = '1', cleared_at = null, raise_count = raise_count + 1
    where id = (select a.record_id from grafana_alert a join alarm_record r on r.id = a.record_id
        where a.event_id = ${event.id} and a.fingerprint = ${fingerprint} and r.process = '0' and r.cleared_at is not null and not r._retired
          and a.ends_at > ${new Date(startsAt)}::timestamptz - make_interval(mins => ${REOPEN_MIN})
        order by a.starts_at desc limit 1)
    returning id, raise_count as count`.execute(trx);
  return rows[0];
}

/** Writes down that an alert began, or that it was over before anybody heard of it. @returns what linkages are told */
export async function recordRaise(trx: Db, event: Event, alert: Alert): Promise<Raised> {
  const [begun, ended] = [new Date(alert.startsAt), alert.endsAt === null ? null : new Date(alert.endsAt)];
  let record = alert.firing ? await reopened(trx, event, alert) : undefined;
  if (!record) {
    const { rows } = await sql<{ id: number; count: number }>`
      insert into alarm_record (record_name, record_name_en, consumer_id, site_id, alarm_type, alarm_level, alarm_status,
        process, raised_at, cleared_at, raise_count, origin, remark)
      values (${event.name}, ${event.nameEn}, ${event.consumerId}, ${event.siteId}, ${OTHER}, ${event.level},
        ${alert.firing ? '1' : '0'}, '0', ${begun}, ${ended}, 1, 'external', ${alert.summary})
      returning id, raise_count as count`.execute(trx);
    [record] = rows;
  }
  if (!record) throw new Error('the alarm record was not written');
  await sql`insert into grafana_alert (consumer_id, event_id, record_id, fingerprint, starts_at, ends_at)
    values (${event.consumerId}, ${event.id}, ${record.id}, ${alert.fingerprint}, ${begun}, ${ended})
    on conflict (event_id, fingerprint, starts_at) do update set record_id = excluded.record_id, ends_at = excluded.ends_at`.execute(
    trx,
  );
  await tellRecords(trx, [record.id]);
  return raisedOf(event, alert, record.id, record.count);
}

/** Clears the record of an episode. @param at ms */
export async function recordClear(
  trx: Db,
  { id, recordId }: { id: number; recordId: number },
  at: number,
): Promise<void> {
  await sql`update grafana_alert set ends_at = greatest(starts_at, ${new Date(at)}::timestamptz) where id = ${id}`.execute(
    trx,
  );
  await sql`update alarm_record set alarm_status = '0', cleared_at = greatest(raised_at, ${new Date(at)}::timestamptz)
    where id = ${recordId} and cleared_at is null`.execute(trx);
  await tellRecords(trx, [recordId]);
}
