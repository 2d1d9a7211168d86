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

const rowOf = (run: NewRun) => ({
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
});

/** Writes runs that wait to be done; one that is there already stays. @returns the ids of the new ones */
export async function insertRuns(trx: Db, runs: readonly NewRun[]): Promise<number[]> {
  const [first] = runs;
  if (!first) return [];
  const columns = sql.join(Object.keys(rowOf(first)).map((one) => sql.ref(one)));
  const { rows } = await sql<{ id: number }>`
    insert into linkage_record (${columns}, alarm_name_en)
    select ${columns}, (select a.record_name_en from alarm_record a
        where a.id = r.alarm_record_id and left(a.record_name, 120) = left(r.alarm_name, 120))
    from json_populate_recordset(null::linkage_record, ${JSON.stringify(runs.map(rowOf))}::json) r
    on conflict do nothing returning id`.execute(trx);
  return rows.map(({ id }) => id);
}
