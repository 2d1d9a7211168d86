import { sql } from 'kysely';
import { signInRule as schema } from '#contract/signIn.ts';
import type { SignInRule } from '#contract/signIn.ts';
import type { Db } from '#server/database/db.ts';

const NAME = 'signIn';

/** The rules of signing in that hold now. */
export async function readSignInRule(db: Db): Promise<SignInRule> {
  const { rows } = await sql<{ value: unknown }>`select value from setting where name = ${NAME}`.execute(db);
  return schema.parse(rows[0]?.value ?? {});
}

/**
 * Keeps other rules; they hold for the sessions that are open too. A shorter life ends those that are older at once.
 */
export async function keepSignInRule(db: Db, rule: SignInRule): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`insert into setting (name, value) values (${NAME}, ${JSON.stringify(rule)}::jsonb)
      on conflict (name) do update set value = excluded.value`.execute(trx);
    await sql`update session set ends_at = least(ends_at, created_at + ${lifeOf(rule)})`.execute(trx);
    await sql`update session set expires_at = least(expires_at, ends_at, ${idleEnd(rule)})`.execute(trx);
    await sql`delete from session where expires_at <= now()`.execute(trx);
    await sql`notify caller`.execute(trx);
  });
}

/** How long a session lives at most, by its column `remember`. */
export const lifeOf = (rule: SignInRule) =>
  sql`case when remember then make_interval(days => ${rule.rememberDays})
    else make_interval(hours => ${rule.lifeHours}) end`;

/** When a session that is used no more ends, by its columns; one that survives the browser rests as long as it lives. */
export const idleEnd = (rule: SignInRule) =>
  sql`case when remember then ends_at else seen_at + make_interval(mins => ${rule.idleMinutes}) end`;

/** Whether the account `e` must sign in with a second factor. */
export const factorRequired = sql<boolean>`(exists (select from setting where name = ${NAME}
    and (value->>'secondFactor' = 'all' or (value->>'secondFactor' = 'operators' and e.account_type = '1')))
  or exists (select from org_role r where r.id = any (e.role_id_list) and r.second_factor))`;
