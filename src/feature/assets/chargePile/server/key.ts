import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';

/** What is kept of a key: 160 random bits need no slow hash. */
export const keyHashOf = (key: string): string => createHash('sha256').update(key).digest('hex');

/** A new key of a charger in place of the one before, shown this once: 40 hexadecimal digits, as AuthorizationKey takes them. */
export async function newKey(system: Db, pileId: number): Promise<string> {
  const key = randomBytes(20).toString('hex').toUpperCase();
  await sql`insert into charge_key (pile_id, key_hash) values (${pileId}, ${keyHashOf(key)})
    on conflict (pile_id) do update set key_hash = excluded.key_hash, changed_at = now()`.execute(system);
  return key;
}

/** What a charger offers as its key: the digits as they were shown, or the 20 bytes that they stand for. */
export function offeredKey(password: Buffer | undefined): string {
  if (password === undefined) return '';
  if (password.length === 20) return password.toString('hex').toUpperCase();
  const text = password.toString('utf8').trim();
  return /^[0-9a-f]{40}$/i.test(text) ? text.toUpperCase() : text;
}
