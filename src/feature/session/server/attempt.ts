import { sql } from 'kysely';
import { tooMany } from '#contract/error.ts';
import type { Db } from '#server/database/db.ts';

/** Failures in a row before an account name is locked, and for how long. */
export const MAX_TRIES = 5;
export const LOCK_MINUTES = 10;

/** Failures from one address, over all names, before it has to wait. */
export const MAX_ADDRESS_TRIES = 50;

/** What is counted: log-ins by account name and by address, codes sent to a telephone or asked for from an address. */
export type TryKind = 'name' | 'address' | 'sms' | 'smsAddress' | 'register';

/** How many tries are free, and how long the wait is after them. */
export interface TryLimit {
  readonly most: number;
  readonly minutes: number;
}

const NAME_LIMIT: TryLimit = { most: MAX_TRIES, minutes: LOCK_MINUTES };

/**
 * Counts a try before anything is looked at, so that parallel guesses cannot outrun the count.
 * Names without an account are counted the same way: the reply does not tell which names exist.
 * @returns tries left after this one. @throws Fault 429 while locked.
 */
export async function countTry(
  db: Db,
  name: string,
  kind: TryKind = 'name',
  { most, minutes }: TryLimit = NAME_LIMIT,
): Promise<number> {
  const { rows } = await sql<{ failed: number; locked: boolean; wait: number }>`
    insert into login_attempt as a (kind, name, failed, last_at) values (${kind}, ${name}, 1, now())
    on conflict (kind, name) do update set
      failed = case
        when a.locked_until > now() then a.failed
        when a.locked_until is not null or a.last_at < now() - make_interval(mins => ${minutes}) then 1
        else a.failed + 1 end,
      locked_until = case
        when a.locked_until > now() then a.locked_until
        when a.locked_until is not null or a.last_at < now() - make_interval(mins => ${minutes}) then null
        when a.failed + 1 > ${most} then now() + make_interval(mins => ${minutes})
        else null end,
      last_at = now()
    returning failed, coalesce(locked_until > now(), false) as locked,
      ceil(extract(epoch from locked_until - now()) / 60)::integer as wait`.execute(db);
  const row = rows[0];
  if (!row) throw new Error('the try was not counted');
  if (row.locked)
    throw tooMany(
      {
        zh: `尝试次数过多，请 ${row.wait} 分钟后再试`,
        en: `Too many tries, try again in ${row.wait} minutes`,
      },
      { triesLeft: 0, lockedMinutes: row.wait },
    );
  return Math.max(0, most - row.failed);
}

/** Forgets the failures of a name after a good log-in. */
export async function forgetTries(db: Db, name: string, kind: TryKind = 'name'): Promise<void> {
  await sql`delete from login_attempt where kind = ${kind} and name = ${name}`.execute(db);
}

/**
 * Counts the try of a password: by account name, and over all names by the address it comes from.
 * @returns tries left for the name. @throws Fault 429 while either is locked.
 */
export async function countLogin(db: Db, name: string, ip: string): Promise<number> {
  await countTry(db, ip, 'address', { most: MAX_ADDRESS_TRIES, minutes: LOCK_MINUTES });
  return countTry(db, name);
}

/** A good log-in forgets the failures of the name; of the address it takes back its own try alone. */
export async function passLogin(db: Db, name: string, ip: string): Promise<void> {
  await forgetTries(db, name);
  await sql`update login_attempt set failed = failed - 1
    where kind = 'address' and name = ${ip} and failed > 0`.execute(db);
  await sql`delete from login_attempt where last_at < now() - interval '1 day'`.execute(db);
}

/** Until when an account name is locked after failures; null where it is not. */
export async function lockedUntil(db: Db, name: string): Promise<Date | null> {
  const { rows } = await sql<{ locked_until: Date }>`select locked_until from login_attempt
    where kind = 'name' and name = ${name} and locked_until > now()`.execute(db);
  return rows[0]?.locked_until ?? null;
}
