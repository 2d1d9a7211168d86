import { sql } from 'kysely';
import { badInput, conflict, forbidden } from '#contract/error.ts';
import type { Db } from '#server/database/db.ts';
import type { JsonRow, SlotCall } from '#server/resource/slot.ts';
import { codesOf, limitsOf, reachOf } from './right.ts';

/** The codes without which nobody could look after accounts and roles any more. */
export const ADMINISTRATION = ['sys.orgEmployee.edit', 'sys.orgRole.edit'] as const;

/** Function codes that a list of roles gives. */
async function codesOfRoles(trx: Db, roleIds: readonly number[]): Promise<ReadonlySet<string>> {
  if (roleIds.length === 0) return new Set();
  const { rows } = await sql<{ fun_code: string }>`
    select distinct f.fun_code
    from org_role r cross join unnest(r.org_fun_list) as held(id) join fun f on f.id = held.id
    where r.id = any (${roleIds})`.execute(trx);
  return new Set(rows.map((row) => row.fun_code));
}

/** The organisations that a list of roles is limited to; null where none is limited. */
async function limitsOfRoles(trx: Db, roleIds: readonly number[]): Promise<number[] | null> {
  const { rows } = await sql<{ limits: number[] | null }>`
    select array_agg(distinct one) as limits from org_role r cross join unnest(r.org_limit_list) as one
    where r.id = any (${roleIds})`.execute(trx);
  return rows[0]?.limits ?? null;
}

/** The rights of an account as stored now; undefined where the caller does not see it. */
async function rightsOf(trx: Db, employeeId: number) {
  const { rows } = await sql<{ codes: string[]; limits: number[] | null; active: boolean; type: '0' | '1' }>`
    select ${codesOf} as codes, ${limitsOf} as limits, e.account_type as type,
      e.state = '1' and (e.expired_time is null or e.expired_time >= current_date) as active
    from org_employee e where e.id = ${employeeId}`.execute(trx);
  return rows[0];
}

/** Only an operator who sees all enterprises touches what all of them share. @throws Fault 403 */
export function refuseAllButOperators({ caller }: SlotCall): void {
  if (caller.accountType !== '1' || caller.scope !== 'all') throw forbidden();
}

/** An account with rights that the caller lacks is out of the caller's reach. @throws Fault 403 */
export async function refuseAbove({ trx, caller }: SlotCall, employeeId: number): Promise<void> {
  const rights = await rightsOf(trx, employeeId);
  if (!rights) return;
  if (rights.type === '1' && caller.accountType !== '1') throw forbidden();
  const more = rights.codes.find((code) => !caller.funCodes.has(code));
  if (more !== undefined)
    throw conflict({
      zh: `该账号拥有您没有的权限（${more}），您不能更改它`,
      en: `The account holds rights that you do not have (${more}), so you cannot change it`,
    });
}

/** Nobody gives rights beyond the own ones. @throws Fault 400 naming the role field */
export async function refuseMoreRoles(
  call: SlotCall,
  before: readonly number[],
  after: readonly number[],
): Promise<void> {
  const { trx, caller } = call;
  const had = await codesOfRoles(trx, before);
  for (const code of await codesOfRoles(trx, after)) {
    if (!had.has(code) && !caller.funCodes.has(code))
      throw badInput(
        {
          zh: `角色：含有您自己没有的权限（${code}）`,
          en: `Roles: one holds a right that you do not have yourself (${code})`,
        },
        'roleIdList',
      );
  }
  const limits = await limitsOfRoles(trx, after);
  const added = after.some((id) => !before.includes(id));
  if (!added && after.length > 0 && limits === null && (await limitsOfRoles(trx, before)) !== null)
    throw conflict(
      {
        zh: '角色：去掉带限定的角色会使该账号看到整个企业；请同时授予另一个角色，或先取消全部角色',
        en: 'Roles: without the limited role the account would see the whole enterprise; give another role with it, or take all roles away first',
      },
      'roleIdList',
    );
  if (caller.limit === undefined || caller.scope === 'all') return;
  const { limit } = await reachOf(trx, caller.scope, limits);
  if (!limit || limit.some((id) => !caller.limit?.includes(id)))
    throw badInput(
      {
        zh: '角色：限定的组织须在您自己的限定之内',
        en: 'Roles: they must be limited to organisations within your own limits',
      },
      'roleIdList',
    );
}

/** The enterprises that an account of these roles sees. */
async function scopeWith(db: Db, row: JsonRow, roleIds: readonly number[]): Promise<readonly number[]> {
  const own = [row['consumerId'], ...((row['consumerIdList'] ?? []) as unknown[])].filter(
    (one): one is number => typeof one === 'number',
  );
  const { scope } = await reachOf(db, own, await limitsOfRoles(db, roleIds));
  return scope === 'all' ? own : scope;
}

/** Nobody opens enterprises to an account by its roles that they do not see themselves. @throws Fault 400 */
export async function refuseMoreEnterprises(
  { services, caller }: SlotCall,
  row: JsonRow,
  before: readonly number[],
  after: readonly number[],
): Promise<void> {
  const { scope } = caller;
  if (scope === 'all') return;
  const had = await scopeWith(services.system, row, before);
  const more = (await scopeWith(services.system, row, after)).find(
    (id) => !had.includes(id) && !scope.includes(id),
  );
  if (more !== undefined)
    throw badInput(
      {
        zh: '角色：该账号将看到您自己看不到的企业',
        en: 'Roles: the account would see enterprises that you do not see yourself',
      },
      'roleIdList',
    );
}

/** Nobody puts functions into a role that the own roles do not hold. @throws Fault 400 */
export async function refuseMoreFunctions(
  { trx, caller }: SlotCall,
  before: readonly number[],
  after: readonly number[],
): Promise<void> {
  const added = after.filter((id) => !before.includes(id));
  if (added.length === 0) return;
  const { rows } = await sql<{ fun_code: string }>`select fun_code from fun
    where id = any (${added}) and fun_code <> all (${[...caller.funCodes]}) limit 1`.execute(trx);
  if (rows[0])
    throw badInput(
      {
        zh: `功能：您自己没有此权限（${rows[0].fun_code}）`,
        en: `Functions: you do not have this right yourself (${rows[0].fun_code})`,
      },
      'orgFunList',
    );
}

/**
 * After a change of accounts or roles: the caller still looks after them, and at least one operator does.
 * Taken one at a time, so that two changes cannot each leave the other as the last.
 * @throws Fault 409
 */
export async function refuseLockOut({ trx, caller }: SlotCall): Promise<void> {
  const own = await rightsOf(trx, caller.employeeId);
  const lost = ADMINISTRATION.find((code) => caller.funCodes.has(code) && !own?.codes.includes(code));
  if (own && (lost !== undefined || !own.active))
    throw conflict({
      zh: '此更改会使您自己失去管理账号或角色的权限',
      en: 'This change would take from yourself the right to look after accounts or roles',
    });
  if (caller.scope !== 'all') return;
  await sql`select pg_advisory_xact_lock(hashtext('operator administration'))`.execute(trx);
  const { rows } = await sql`
    select 1 from org_employee e where e.account_type = '1' and e.state = '1'
      and (e.expired_time is null or e.expired_time >= current_date)
      and ${codesOf} @> ${[...ADMINISTRATION]}::text[] limit 1`.execute(trx);
  if (rows.length === 0)
    throw conflict({
      zh: '至少须保留一名可管理账号和角色的运营管理员',
      en: 'At least one operator must remain who may look after accounts and roles',
    });
}
