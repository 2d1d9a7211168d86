import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { setPassword } from '#feature/house/session/server/public.ts';
import type { Db } from '../database/db.ts';

/** User name of the first account. */
const OPERATOR = 'operator';

/**
 * Makes the platform operator where no operator exists yet.
 * @param password the operator's; undefined = a random one
 * @returns the random password, to be printed once; undefined where none was made
 */
export async function ensureOperator(db: Db, password: string | undefined): Promise<string | undefined> {
  const { rows } = await sql`select 1 from org_employee where account_type = '1' limit 1`.execute(db);
  if (rows.length > 0) return undefined;
  const { rows: made } = await sql<{ id: number }>`
    insert into org_employee (user_name, name, name_en, account_type, role_id_list, state)
    select ${OPERATOR}, '平台运营', 'Platform operator', '1', array[id], '1' from org_role where role_code = 'operator'
    returning id`.execute(db);
  const operator = made[0];
  if (!operator) throw new Error('the role of the operator is missing');
  const chosen = password ?? randomBytes(12).toString('base64url');
  // A random one was printed, so it is known to whoever reads the log: its holder replaces it.
  await setPassword(db, operator.id, chosen, password === undefined);
  return password === undefined ? chosen : undefined;
}
