import { sql } from 'kysely';
import type { Text } from '#contract/text.ts';
import type { Db } from '#server/database/db.ts';

/** What was noted of a record: a fact, never changed. */
export interface Act {
  readonly recordId: number;
  readonly consumerId: number;
  readonly kind: string;
  readonly info: string | Text | null;
  /** ms; default now. Of a raise its data time. */
  readonly at?: number;
}

/** Notes what the machine did with records. */
export async function writeActs(trx: Db, acts: readonly Act[]): Promise<void> {
  if (acts.length === 0) return;
  const texts = acts.map(({ info }) => (typeof info === 'string' ? { zh: info, en: null } : info));
  await sql`
    insert into alarm_act (record_id, consumer_id, kind, info, info_en, at)
    select id, consumer_id, kind, info, info_en, coalesce(at, now()) from unnest(${acts.map((one) => one.recordId)}::integer[], ${acts.map((one) => one.consumerId)}::integer[],
      ${acts.map((one) => one.kind)}::text[], ${texts.map((one) => one?.zh ?? null)}::text[],
      ${texts.map((one) => one?.en ?? null)}::text[],
      ${acts.map((one) => (one.at === undefined ? null : new Date(one.at)))}::timestamptz[]) a (id, consumer_id, kind, info, info_en, at)`.execute(
    trx,
  );
}
