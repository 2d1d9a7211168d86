import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';
import type { Failure } from '../contract.ts';

/** So many sign-ins are kept; older ones go. */
const KEPT = 5000;

/** Writes down how a sign-in went. */
export async function recordSignOn(
  db: Db,
  event: {
    readonly failure: Failure | null;
    readonly detail?: string | null;
    readonly subject?: string | null;
    readonly employeeId?: number | null;
    readonly ip: string;
  },
): Promise<void> {
  const { failure, detail = null, subject = null, employeeId = null, ip } = event;
  await sql`with added as (
      insert into sign_on_event (failure, detail, subject, employee_id, ip)
      values (${failure}, ${detail}, ${subject?.slice(0, 255) ?? null}, ${employeeId}, ${ip}) returning id)
    delete from sign_on_event where id <= (select id from added) - ${KEPT}`.execute(db);
}
