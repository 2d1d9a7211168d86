import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';

/** What was noted of a record: a fact, never changed. */
export interface Act {
  readonly recordId: number;
  readonly consumerId: number;
  readonly kind: string;
  readonly info: string | null;
  /** ms; default now. Of a raise its data time. */
  readonly at?: number;
}

/** Notes what the machine did with records. */
export async function writeActs(trx: Db, acts: readonly Act[]): Promise<void> {
  if (acts.length === 0) return;
  await sql`
    insert into alarm_act (record_id, consumer_id, kind, info, at)
    select id, consumer_id, kind, info, coalesce(at, now()) from unnest(${acts.map((one) => one.recordId)}::integer[], ${acts.map((one) => one.consumerId)}::integer[],
      ${acts.map((one) => one.kind)}::text[], ${acts.map((one) => one.info)}::text[],
      ${acts.map((one) => (one.at === undefined ? null : new Date(one.at)))}::timestamptz[]) a (id, consumer_id, kind, info, at)`.execute(
    trx,
  );
}
