import { sql } from 'kysely';
import type { RunType } from '#contract/linkage.ts';
import type { Language, Text } from '#contract/text.ts';
import type { Db } from '#server/database/db.ts';

/** What a run says and does, beside the columns that people see. */
export interface Content {
  readonly text: Text;
  readonly level: string;
  /** It is done only while nobody confirmed the alarm. */
  readonly unconfirmedOnly: boolean;
  readonly controlItemId?: number | null;
  readonly controlValue?: string | null;
  /** Of the person who is told. */
  readonly language?: Language;
}

/** A run that is to be written. */
export interface NewRun {
  readonly source: 'config' | 'control' | 'group' | 'member';
  readonly linkageId: number;
  readonly name: string;
  readonly nameEn: string | null;
  readonly type: RunType;
  readonly recipient: string;
  readonly recipientEn: string | null;
  /** ms */
  readonly dueAt: number;
  readonly consumerId: number;
  readonly siteId: number | null;
  readonly recordId: number;
  readonly count: number;
  readonly alarmName: string;
  /** ISO 8601 */
  readonly raisedAt: string;
  readonly content: Content;
}

const rowOf = (run: NewRun, now: number) => ({
  linkage_name: run.name,
  linkage_name_en: run.nameEn,
  consumer_id: run.consumerId,
  site_id: run.siteId,
  linkage_id: run.linkageId,
  alarm_record_id: run.recordId,
  raise_count: run.count,
  alarm_name: run.alarmName.slice(0, 255),
  raised_at: run.raisedAt,
  due_at: new Date(run.dueAt).toISOString(),
  run_state: 'waiting',
  record_source: 'machine',
  linkage_type: run.type,
  recipient: run.recipient,
  recipient_en: run.recipientEn,
  tries: 0,
  _source: run.source,
  _content: run.content,
  _planned_at: new Date(now).toISOString(),
});

/**
 * Writes runs that wait to be done; one that is there already stays, but a group of whom two others ask is told at the
 * earlier time. @param now ms @returns the ids of the new ones and of those that are due earlier
 */
export async function insertRuns(trx: Db, runs: readonly NewRun[], now: number): Promise<number[]> {
  const [first] = runs;
  if (!first) return [];
  const columns = sql.join(Object.keys(rowOf(first, now)).map((one) => sql.ref(one)));
  const { rows } = await sql<{ id: number }>`
    insert into linkage_record (${columns}, alarm_name_en)
    select ${columns}, (select a.record_name_en from alarm_record a
        where a.id = r.alarm_record_id and left(a.record_name, 120) = left(r.alarm_name, 120))
    from json_populate_recordset(null::linkage_record, ${JSON.stringify(runs.map((run) => rowOf(run, now)))}::json) r
    on conflict do nothing returning id`.execute(trx);
  const earlier = await dueEarlier(trx, runs.filter(({ source }) => source === 'group')); // prettier-ignore
  return [...rows, ...earlier].map(({ id }) => id);
}

/** Groups that wait to be told of the same raise already, later than now asked. */
async function dueEarlier(trx: Db, runs: readonly NewRun[]): Promise<{ id: number }[]> {
  if (runs.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    update linkage_record r set due_at = v.due_at
    from unnest(${runs.map(({ recordId }) => recordId)}::integer[], ${runs.map(({ count }) => count)}::integer[],
      ${runs.map(({ linkageId }) => linkageId)}::integer[], ${runs.map(({ dueAt }) => new Date(dueAt))}::timestamptz[])
      v (record_id, count, linkage_id, due_at)
    where r.alarm_record_id = v.record_id and r.raise_count = v.count and r.linkage_id = v.linkage_id and r._source = 'group'
      and r.record_source = 'machine' and r.run_state = 'waiting' and r.tries = 0 and r.due_at > v.due_at
    returning r.id`.execute(trx);
  return rows;
}
