import { ACCOUNT, type AccountType } from '#contract/accountType.ts';
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

/** Lists of organisations: what narrows an account lies in each of them. Null or empty = no narrowing. */
export type Limits = readonly (readonly number[] | null)[];

/** What narrows the account `e`: what its roles are limited to, together, and what it may see itself. */
export const limitsOf = sql`jsonb_build_array((
  select jsonb_agg(distinct one) from org_role r cross join unnest(r.org_limit_list) as one
  where r.id = any (e.role_id_list)), to_jsonb(e.org_limit_list))`;

/**
 * The enterprises of an account before the limits of its roles: an operator's are all. Without any function there is
 * nothing but the own account, so that taking roles away never leaves more than giving none.
 */
export const scopeOf = (account: {
  readonly account_type: AccountType;
  readonly consumers: readonly number[];
  readonly codes: readonly string[];
}): Scope =>
  account.codes.length === 0 ? [] : account.account_type === ACCOUNT.operator ? 'all' : account.consumers;

/** What of the data an account reaches. */
export interface Reach {
  readonly scope: Scope;
  readonly limit?: readonly number[];
}

interface Named {
  readonly id: number;
  readonly kind: string;
  readonly consumer_id: number;
}

/** The organisations of a list, with the units below its units. */
async function namedIn(db: Db, ids: readonly number[]): Promise<Named[]> {
  const { rows } = await sql<Named>`
    with recursive named as (
      select id, kind, consumer_id from org where id = any (${ids})
      union select u.id, 'unit', u.consumer_id from org_unit u join named n on u.parent_id = n.id)
    select id, kind, consumer_id from named`.execute(db);
  return rows;
}

/** What lies in both of two lists: a site or a unit also where its enterprise stands in the other. */
function common(a: readonly Named[], b: readonly Named[]): Named[] {
  const within = (some: readonly Named[]) => {
    const ids = new Set(some.map(({ id }) => id));
    return (one: Named): boolean => ids.has(one.id) || ids.has(one.consumer_id);
  };
  const both = [...a.filter(within(b)), ...b.filter(within(a))];
  return [...new Map(both.map((one) => [one.id, one])).values()];
}

/**
 * Narrows a scope by limits: the enterprises that what they share lies in, and inside them the organisations named and
 * the units below them. Limits that share nothing leave nothing.
 */
export async function reachOf(db: Db, scope: Scope, limits: Limits): Promise<Reach> {
  let named: Named[] | undefined;
  for (const list of limits) {
    if (list === null || list.length === 0) continue;
    const next = await namedIn(db, list);
    named = named === undefined ? next : common(named, next);
  }
  if (named === undefined) return { scope };
  const within = [...new Set(named.map((one) => one.consumer_id))];
  const narrowed = scope === 'all' ? within : scope.filter((id) => within.includes(id));
  if (named.every((one) => one.kind === 'consumer')) return { scope: narrowed };
  return { scope: narrowed, limit: named.map((one) => one.id) };
}

/** Whether whoever reaches `inner` sees nothing that `outer` does not show. */
export async function isWithin(db: Db, inner: Reach, outer: Reach): Promise<boolean> {
  const { scope, limit } = outer;
  if (scope !== 'all' && (inner.scope === 'all' || inner.scope.some((id) => !scope.includes(id))))
    return false;
  if (limit === undefined) return true;
  const shown = new Set(limit);
  if (inner.limit === undefined) return inner.scope !== 'all' && inner.scope.every((id) => shown.has(id));
  const { rows } = await sql<Named>`
    select id, kind, consumer_id from org where id = any (${inner.limit})`.execute(db);
  return rows.every((one) => shown.has(one.id) || shown.has(one.consumer_id));
}
