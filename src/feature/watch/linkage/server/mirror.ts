import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';

/** The record of controls tells the same as the record of all runs. */
export async function mirrorControls(trx: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`update linkage_control_record c
    set run_state = r.run_state, run_reason = r.run_reason, detail = r.detail, ended_at = r.ended_at
    from linkage_record r where r.id = any (${ids}) and r.linkage_type = '4'
      and c.alarm_record_id = r.alarm_record_id and c.raise_count = r.raise_count and c.linkage_id = r.linkage_id
      and c.linkage_name = r.linkage_name`.execute(trx);
}
