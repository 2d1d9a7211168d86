import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';
import { mirrorControls } from './mirror.ts';

/** Short message, mail and group: who they tell is told when the alarm is off the shelf. */
const TELLS = sql`linkage_type in ('1', '2', '7')`;

/**
 * Keeps what waits of alarms that were put aside from being done meanwhile, in the transaction that shelved them. Messages
 * and groups wait until the end; outputs, work orders and web hooks that are due before it are not done at all, as nobody knows how the
 * plant stands then. What is on its way already is not taken back; pictures are taken.
 */
export async function shelveRuns(trx: Db, recordIds: readonly number[], until: Date): Promise<void> {
  if (recordIds.length === 0) return;
  const waiting = sql`alarm_record_id = any (${recordIds}::integer[]) and record_source = 'machine' and run_state = 'waiting'
    and tries = 0`;
  await sql`update linkage_record set due_at = ${until}, run_reason = 'shelved'
    where ${waiting} and ${TELLS} and (due_at < ${until} or run_reason = 'shelved')`.execute(trx);
  const { rows } = await sql<{ id: number }>`
    update linkage_record set run_state = 'skipped', run_reason = 'shelved', ended_at = now()
    where ${waiting} and linkage_type in ('4', '5', '6') and due_at < ${until} returning id`.execute(trx);
  await mirrorControls(trx, rows.map(({ id }) => id)); // prettier-ignore
}

/** What waited for the end of a shelf that was ended before its time is due now. */
export async function unshelveRuns(trx: Db, recordIds: readonly number[]): Promise<void> {
  if (recordIds.length === 0) return;
  await sql`update linkage_record set due_at = now() where alarm_record_id = any (${recordIds}::integer[])
    and record_source = 'machine' and run_state = 'waiting' and run_reason = 'shelved'`.execute(trx);
}
