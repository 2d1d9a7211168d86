import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/database/db.ts';
import { OPEN } from './query.ts';

/** How many open records meet a condition on `alarm_record r`. */
export async function countOpen(trx: Db, where: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from alarm_record r where ${OPEN} and ${where}`.execute(trx);
  return rows[0]?.n ?? 0;
}
