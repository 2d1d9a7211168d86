import { randomBytes, randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';
import { hashWith } from './password.ts';

/** So many recovery codes are made at a time. */
const RECOVERY_CODES = 10;

// Crockford's letters: none is taken for another.
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 10;

const plain = (code: string): string =>
  code.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1');

const newCode = (): string => {
  const letters = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`;
};

/** Whether a text can be a recovery code at all. */
export const looksLikeRecovery = (code: string): boolean => plain(code).length === LENGTH;

/** Makes new recovery codes in place of those before; they are told once and kept as argon2id of a salt of their own. */
export async function renewRecovery(trx: Db, employeeId: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  const salt = randomBytes(16);
  const hashes: string[] = [];
  for (const code of codes) hashes.push(await hashWith(plain(code), salt));
  await sql`update second_factor set recovery_salt = ${salt.toString('base64')}
    where employee_id = ${employeeId}`.execute(trx);
  await sql`delete from recovery_code where employee_id = ${employeeId}`.execute(trx);
  await sql`insert into recovery_code (employee_id, code_hash)
    select ${employeeId}, unnest(${hashes}::text[])`.execute(trx);
  return codes;
}

/** Uses a recovery code up; false where it is none, or was used before. */
export async function spendRecovery(db: Db, employeeId: number, code: string): Promise<boolean> {
  const { rows } = await sql<{ salt: string | null }>`select recovery_salt as salt from second_factor
    where employee_id = ${employeeId} and confirmed_at is not null`.execute(db);
  if (!rows[0]?.salt) return false;
  const hash = await hashWith(plain(code), Buffer.from(rows[0].salt, 'base64'));
  const used = await sql`update recovery_code set used_at = now()
    where employee_id = ${employeeId} and code_hash = ${hash} and used_at is null returning 1`.execute(db);
  return used.rows.length > 0;
}
