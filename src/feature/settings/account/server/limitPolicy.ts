import { sql } from 'kysely';
import { type Db, LIMITED_ROLE, TAKES } from '#server/database/db.ts';
import { isLimited, limitRules } from './limitRule.ts';
import { rowsInLimit } from './recordRule.ts';

// Reads a meter's site past the limit, inside the scope: the policy of assignments may not ask that of meters. The
// setting is put aside by hand: an owner that is no superuser may not hang one on a function.
const SITE_OF_METER = `
create or replace function site_of_meter(meter integer) returns integer
language plpgsql stable parallel unsafe
as $site$
declare
  kept text := coalesce(current_setting('meterhouse.limit', true), '');
  site integer;
begin
  perform set_config('meterhouse.limit', '', true);
  select site_id into site from ammeter where id = meter;
  perform set_config('meterhouse.limit', kept, true);
  return site;
end $site$`;

const NO_LIMIT = `(select coalesce(current_setting('meterhouse.limit', true), '') = '')`;

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/**
 * Gives every table whose rows name a site, a meter or a unit the policy that narrows it to the limits of a role
 * (decision 55). The policies derive from the definitions, so they are brought up to date at every start; a policy
 * that is as it should be, by the rule kept in its comment and the role it applies to, is left alone. Where the database
 * user cannot take the role of the limits they apply to everybody.
 */
export async function shipLimits(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('limits of roles'))`.execute(trx);
    const taken = await sql<{ takes: boolean }>`select ${sql.raw(TAKES.limited)} as takes`.execute(trx);
    const to = taken.rows[0]?.takes ? LIMITED_ROLE : 'public';
    const { rows } = await sql<{ table: string; rule: string | null }>`
      select c.relname as "table", case when p.polroles = array[coalesce(to_regrole(${to})::oid, 0)]
        then obj_description(p.oid, 'pg_policy') end as rule
      from pg_class c left join pg_policy p on p.polrelid = c.oid and p.polname = 'limited'
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')`.execute(trx);
    const live = new Map(rows.map((row) => [row.table, row.rule]));
    const statements = [...limitRules()]
      .filter(([table, rule]) => live.has(table) && live.get(table) !== rule)
      .flatMap(([table, rule]) => [
        `drop policy if exists limited on "${table}"`,
        `create policy limited on "${table}" as restrictive to ${to} using (${NO_LIMIT} or (${rule}))`,
        `comment on policy limited on "${table}" is ${literal(rule)}`,
      ]);
    if (statements.length === 0) return;
    // One message to the database, however many policies.
    const all = [SITE_OF_METER, rowsInLimit(isLimited), ...statements].map((one) => `${one};`).join('\n');
    await sql.raw(`do $limits$ begin ${all} end $limits$`).execute(trx);
  });
}
