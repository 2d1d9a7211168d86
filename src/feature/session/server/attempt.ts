import { sql } from 'kysely';
import { tooMany } from '#contract/error.ts';
import type { Db } from '#server/database/db.ts';

/** Failures in a row before an account name is locked, and for how long. */
export const MAX_TRIES = 5;
export const LOCK_MINUTES = 10;

/**
 * Counts a try before the password is looked at, so that parallel guesses cannot outrun the count.
 * Names without an account are counted the same way: the reply does not tell which names exist.
 * @returns tries left after this one. @throws Fault 429 while locked.
 */
export async function countTry(db: Db, name: string): Promise<number> {
  const { rows } = await sql<{ failed: number; locked: boolean; wait: number }>`
    insert into login_attempt as a (name, failed, last_at) values (${name}, 1, now())
    on conflict (name) do update set
      failed = case
        when a.locked_until > now() then a.failed
        when a.locked_until is not null or a.last_at < now() - make_interval(mins => ${LOCK_MINUTES}) then 1
        else a.failed + 1 end,
      locked_until = case
        when a.locked_until > now() then a.locked_until
        when a.locked_until is not null or a.last_at < now() - make_interval(mins => ${LOCK_MINUTES}) then null
        when a.failed + 1 > ${MAX_TRIES} then now() + make_interval(mins => ${LOCK_MINUTES})
        else null end,
      last_at = now()
    returning failed, coalesce(locked_until > now(), false) as locked,
      ceil(extract(epoch from locked_until - now()) / 60)::integer as wait`.execute(db);
  const row = rows[0];
  if (!row) throw new Error('the try was not counted');
  if (row.locked)
    throw tooMany(
      {
        zh: `登录失败次数过多，请 ${row.wait} 分钟后再试`,
        en: `Too many failed log-ins, try again in ${row.wait} minutes`,
      },
      { triesLeft: 0, lockedMinutes: row.wait },
    );
  return Math.max(0, MAX_TRIES - row.failed);
}

/** Forgets the failures of a name after a good log-in. */
export async function forgetTries(db: Db, name: string): Promise<void> {
  await sql`delete from login_attempt where name = ${name}`.execute(db);
}
