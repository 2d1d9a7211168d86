import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';

const COLUMNS = { gateway: 'gateway_id', ammeter: 'ammeter_id' } as const;

/**
 * Lets an object go that is to be deleted: what the platform noted of it by itself, and what it said itself, holds nobody, and keeps
 * its name alone.
 * A record that stands ends at the next look.
 */
export async function forgetObject(trx: Db, object: keyof typeof COLUMNS, id: number): Promise<void> {
  const column = sql.ref(COLUMNS[object]);
  await sql`update alarm_record set ${column} = null where ${column} = ${id} and origin in ('watch', 'device')`.execute(
    trx,
  );
}
