import { ACCOUNT } from '#contract/accountType.ts';
import { sql } from 'kysely';
import { badInput, conflict, forbidden } from '#contract/error.ts';
import type { Db } from '#server/database/db.ts';
import type { SlotCall } from '#server/resource/slot.ts';
import { inUse } from './inUse.ts';
import { codesOf, isWithin, type Limits, limitsOf, type Reach, reachOf } from './right.ts';

/** The codes without which nobody could look after accounts and roles any more. */
const ADMINISTRATION = ['sys.orgEmployee.edit', 'sys.orgRole.edit'] as const;

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
  const { rows } = await sql<{
    codes: string[];
    limits: Limits;
    consumers: number[];
    active: boolean;
    type: '0' | '1';
  }>`select ${codesOf} as codes, ${limitsOf} as limits, e.account_type as type,
      array_remove(array_prepend(e.consumer_id, coalesce(e.consumer_id_list, '{}')), null) as consumers,
      ${inUse} as active
    from org_employee e where e.id = ${employeeId}`.execute(trx);
  return rows[0];
}

/** Only an operator who sees all enterprises touches what all of them share. @throws Fault 403 */
export function refuseAllButOperators({ caller }: SlotCall): void {
  if (caller.accountType !== ACCOUNT.operator || caller.scope !== 'all') throw forbidden();
}

/** What the caller reaches. */
const ownReach = ({ caller: { scope, limit } }: SlotCall): Reach => ({ scope, ...(limit ? { limit } : {}) });

/**
 * An account with rights that the caller lacks, or that sees more than the caller, is out of the caller's reach.
 * @throws Fault 403, 409
 */
export async function refuseAbove(call: SlotCall, employeeId: number): Promise<void> {
  const { trx, caller, services } = call;
  const rights = await rightsOf(trx, employeeId);
  if (!rights) return;
  if (rights.type === ACCOUNT.operator && caller.accountType !== ACCOUNT.operator) throw forbidden();
  const more = rights.codes.find((code) => !caller.funCodes.has(code));
  if (more !== undefined)
    throw conflict({
      zh: `该账号拥有您没有的权限（${more}），您不能更改它`,
      en: `The account holds rights that you do not have (${more}), so you cannot change it`,
    });
  if (caller.scope === 'all' || employeeId === caller.employeeId) return;
  // Whatever its roles hold now: who may change it could be given its password.
  const scope = rights.type === ACCOUNT.operator ? 'all' : rights.consumers;
  const reach = await reachOf(services.system, scope, rights.limits);
  if (!(await isWithin(services.system, reach, ownReach(call))))
    throw conflict({
      zh: '该账号的可见范围超出您自己的可见范围，您不能更改它',
      en: 'The account sees more than you do, so you cannot change it',
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
}

const idsIn = (value: unknown): number[] => (Array.isArray(value) ? (value as number[]) : []);

/**
 * Nobody opens more to an account, by its roles, its enterprises or what it may see, than they see themselves; what
 * roles and account are limited to must have something in common. `row` is the account as it will be.
 * @throws Fault 400 naming the field
 */
export async function refuseMoreReach(call: SlotCall, row: Readonly<Record<string, unknown>>): Promise<void> {
  const { services, caller } = call;
  const roles = await limitsOfRoles(call.trx, idsIn(row['roleIdList']));
  const own = idsIn(row['orgLimitList']);
  if (caller.scope === 'all' && own.length === 0) return;
  const named = [row['consumerId'], ...idsIn(row['consumerIdList'])].filter((one) => typeof one === 'number');
  const reach = await reachOf(services.system, row['accountType'] === ACCOUNT.operator ? 'all' : named, [
    roles,
    own,
  ]);
  if (own.length > 0 && reach.scope !== 'all' && reach.scope.length === 0)
    throw badInput(
      {
        zh: '可见范围：与角色的限定没有共同部分，该账号将什么也看不到',
        en: 'May see: what the roles are limited to lies elsewhere, so the account would see nothing',
      },
      'orgLimitList',
    );
  if (caller.scope === 'all' || (await isWithin(services.system, reach, ownReach(call)))) return;
  const { scope } = caller;
  if (reach.scope === 'all' || reach.scope.some((id) => !scope.includes(id)))
    throw badInput(
      {
        zh: '角色：该账号将看到您自己看不到的企业',
        en: 'Roles: the account would see enterprises that you do not see yourself',
      },
      'roleIdList',
    );
  throw badInput(
    {
      zh: '可见范围：须在您自己的可见范围之内，请选择其中的站点或组织',
      en: 'May see: it must lie within what you may see yourself; choose sites or units of it',
    },
    'orgLimitList',
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
 * Changes of who administers are made one at a time, so that two of them cannot each leave the other as the last:
 * whoever waited asks again whether they still are who may.
 * @throws Fault 403
 */
export async function oneAtATime(call: SlotCall): Promise<void> {
  const { trx, caller, services } = call;
  const { scope, employeeId } = caller;
  const keys = scope === 'all' ? ['operator administration'] : scope.map((id) => `administration of ${id}`);
  for (const key of keys.toSorted()) await sql`select pg_advisory_xact_lock(hashtext(${key}))`.execute(trx);
  const own = await rightsOf(services.system, employeeId);
  if (!own?.active || lostBy(call, own) !== undefined) throw forbidden();
  const reach = await reachOf(
    services.system,
    own.type === ACCOUNT.operator ? 'all' : own.consumers,
    own.limits,
  );
  if (!(await isWithin(services.system, ownReach(call), reach))) throw forbidden();
}

/** What of the administration the caller had and has no more. */
const lostBy = ({ caller }: SlotCall, own: { readonly codes: readonly string[] } | undefined) =>
  ADMINISTRATION.find((code) => caller.funCodes.has(code) && !own?.codes.includes(code));

/**
 * After a change of accounts or roles: the caller still looks after them, and at least one operator does.
 * @throws Fault 409
 */
export async function refuseLockOut(call: SlotCall): Promise<void> {
  const { trx, caller } = call;
  await oneAtATime(call);
  const own = await rightsOf(trx, caller.employeeId);
  if (own && (lostBy(call, own) !== undefined || !own.active))
    throw conflict({
      zh: '此更改会使您自己失去管理账号或角色的权限',
      en: 'This change would take from yourself the right to look after accounts or roles',
    });
  if (caller.scope !== 'all') return;
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
