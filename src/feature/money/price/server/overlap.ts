import { sql } from 'kysely';
import { conflict } from '#contract/error.ts';
import type { Db } from '#server/database/db.ts';

/** An account of an enterprise between two days, both included. */
export interface Held {
  /** Null for an agreement that is new. */
  readonly id: number | null;
  readonly consumerId: number;
  readonly measureAccount: string;
  readonly beginDt: string;
  readonly endDt?: string | null;
}

/** An account has one agreement at a time; refused ones do not count. @throws Fault 409 */
export async function refuseOverlap(trx: Db, held: Held): Promise<void> {
  // Two at once would each see no overlap: the enterprise's agreements are written one after the other.
  await sql`select pg_advisory_xact_lock(hashtext('price_agreement'), ${held.consumerId})`.execute(trx);
  const { rows } = await sql<{ beginDt: string }>`
    select begin_dt::text as "beginDt" from price_agreement
    where consumer_id = ${held.consumerId} and measure_account = ${held.measureAccount} and id <> ${held.id ?? 0} and approve_state <> '2'
      and begin_dt <= coalesce(${held.endDt ?? null}::date, 'infinity') and coalesce(end_dt, 'infinity') >= ${held.beginDt}::date
    limit 1`.execute(trx);
  const other = rows[0];
  if (!other) return;
  throw conflict(
    {
      zh: `该户号从 ${other.beginDt} 起已有协议，日期不能重叠`,
      en: `The account has an agreement from ${other.beginDt} already; dates may not overlap`,
    },
    'beginDt',
  );
}
