import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';
import type { Scope } from '#server/database/scope.ts';

/**
 * The function codes of the account `e`: what its roles hold, of an enterprise's account within what the enterprise
 * may use at all (`org_fun`), and the groups of the menu that lead there, which permit nothing by themselves.
 */
export const codesOf = sql`coalesce((
  with recursive held as (
    select f.fun_code, f.parent_id
    from org_role r cross join unnest(r.org_fun_list) as held(id) join fun f on f.id = held.id
    where r.id = any (e.role_id_list) and (e.account_type = '1'
      or not exists (select from org_fun o where o.consumer_id = e.consumer_id)
      or exists (select from org_fun o where o.consumer_id = e.consumer_id and o.fun_id = f.id))
    union
    select f.fun_code, f.parent_id from held h join fun f on f.id = h.parent_id where f.fun_type = 'group')
  select array_agg(distinct fun_code) from held), '{}')`;

/** The organisations that the roles of the account `e` are limited to; null where none is limited. */
export const limitsOf = sql`(
  select array_agg(distinct one) from org_role r cross join unnest(r.org_limit_list) as one
  where r.id = any (e.role_id_list))`;

/**
 * The enterprises of an account before the limits of its roles: an operator's are all. Without any function there is
 * nothing but the own account, so that taking roles away never leaves more than giving none.
 */
export const scopeOf = (account: {
  readonly account_type: '0' | '1';
  readonly consumers: readonly number[];
  readonly codes: readonly string[];
}): Scope => (account.codes.length === 0 ? [] : account.account_type === '1' ? 'all' : account.consumers);

/** What of the data an account reaches. */
export interface Reach {
  readonly scope: Scope;
  readonly limit?: readonly number[];
}

/**
 * Narrows a scope by the limits of roles: the enterprises that the limits lie in, and inside them the organisations
 * named and the units below them. A limited role narrows the whole account.
 */
export async function reachOf(db: Db, scope: Scope, limits: readonly number[] | null): Promise<Reach> {
  if (limits === null || limits.length === 0) return { scope };
  const { rows } = await sql<{ id: number; kind: string; consumer_id: number }>`
    with recursive named as (
      select id, kind, consumer_id from org where id = any (${limits})
      union select u.id, 'unit', u.consumer_id from org_unit u join named n on u.parent_id = n.id)
    select id, kind, consumer_id from named`.execute(db);
  const within = [...new Set(rows.map((row) => row.consumer_id))];
  const narrowed = scope === 'all' ? within : scope.filter((id) => within.includes(id));
  if (rows.every((row) => row.kind === 'consumer')) return { scope: narrowed };
  return { scope: narrowed, limit: rows.map((row) => row.id) };
}
