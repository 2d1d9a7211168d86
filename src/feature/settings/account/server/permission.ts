import { ACCOUNT, type AccountType } from '#contract/accountType.ts';
import { sql } from 'kysely';
import * as z from 'zod';
import { conflict, forbidden, noSuchRow } from '#contract/error.ts';
import { id } from '#contract/param.ts';
import { forgetCallers, inUse, lockedUntil, reachOf, scopeOf } from '#feature/house/session/server/public.ts';
import { defineRoute } from '#server/route.ts';
import type { Db } from '#server/database/db.ts';
import { nameIn } from '#server/resource/nameIn.ts';
import type { AccountFunction, AccountRights } from '../contract.ts';

interface AccountRow {
  readonly id: number;
  readonly user_name: string;
  readonly name: string;
  readonly account_type: AccountType;
  readonly consumer_id: number | null;
  readonly consumers: number[];
  readonly roles: number[];
  readonly own: number[];
  readonly active: boolean;
}

const NAMED = 200;

/** What any account that the caller sees may see and do, and through which of its roles. */
const getOfAccount = defineRoute({
  method: 'GET',
  path: '/api/sys/permission/getOfAccount',
  summary: {
    zh: '账号权限：能看到什么、能做什么、来自哪个角色',
    en: 'What an account may see and do, and through which role',
  },
  permission: 'sys.permission.view',
  params: z.object({ userId: id() }),
  example: { userId: 1 },
  handler: async ({ trx, services, caller, params, language }): Promise<AccountRights> => {
    const { rows } = await sql<AccountRow>`
      select e.id, e.user_name, e.name, e.account_type, e.consumer_id, coalesce(e.role_id_list, '{}') as roles,
        coalesce(e.org_limit_list, '{}') as own,
        array_remove(array_prepend(e.consumer_id, coalesce(e.consumer_id_list, '{}')), null) as consumers,
        ${inUse} as active
      from org_employee e where e.id = ${params.userId}`.execute(trx);
    const account = rows[0];
    if (!account) throw noSuchRow();
    if (account.account_type === ACCOUNT.operator && caller.accountType !== ACCOUNT.operator)
      throw forbidden();
    const system = services.system;
    const { rows: roles } = await sql<{ roleId: number; roleName: string; limits: number[] }>`
      select id as "roleId", ${nameIn('role_name', language)} as "roleName", coalesce(org_limit_list, '{}') as limits from org_role
      where id = any (${account.roles}) order by id`.execute(trx);
    const limits = roles.flatMap((role) => role.limits);
    const functions = await functionsOf(trx, account);
    const codes = functions.filter((one) => one.roleIds.length > 0 && !one.barred).map((one) => one.funCode);
    const { scope } = await reachOf(system, scopeOf({ ...account, codes }), [limits, account.own]);
    const { rows: secrets } = await sql<{ has: boolean; seen: Date | null }>`
      select exists (select from employee_secret where employee_id = ${account.id}) as has,
        (select max(seen_at) from session where employee_id = ${account.id}) as seen`.execute(system);
    const names = new Map(
      (
        await sql<{
          id: number;
          name: string;
        }>`select id, shown_name(name, name_en) as name from org
          where id = any (${[...limits, ...account.own]})`.execute(system)
      ).rows.map((row) => [row.id, row.name]),
    );
    const named = (ids: readonly number[]) =>
      ids.map((orgId) => ({ orgId, orgName: names.get(orgId) ?? `#${orgId}` }));
    return {
      userId: account.id,
      userName: account.user_name,
      name: account.name,
      accountType: account.account_type,
      active: account.active,
      hasPassword: secrets[0]?.has ?? false,
      lockedUntil: (await lockedUntil(system, account.user_name))?.toISOString() ?? null,
      lastSeen: secrets[0]?.seen?.toISOString() ?? null,
      roles: roles.map(({ limits: list, ...role }) => ({
        ...role,
        limits: named(list),
      })),
      limits: named(account.own),
      enterprises: scope === 'all' ? null : await enterprisesOf(trx, scope),
      functions,
    };
  },
});

async function enterprisesOf(trx: Db, ids: readonly number[]) {
  const { rows } = await sql<{
    orgId: number;
    orgName: string;
  }>`select id as "orgId", shown_name(org_name, org_name_en) as "orgName"
    from consumer where id = any (${ids}) order by id limit ${NAMED}`.execute(trx);
  return rows;
}

async function functionsOf(trx: Db, account: AccountRow): Promise<AccountFunction[]> {
  const { rows } = await sql<AccountFunction>`
    with held as (
      select one as fun_id, array_agg(r.id order by r.id) as roles
      from org_role r cross join unnest(r.org_fun_list) as one
      where r.id = any (${account.roles}) group by one),
    allowed as (select fun_id from org_fun where consumer_id = ${account.consumer_id})
    select f.id as "funId", f.fun_code as "funCode", f.fun_name as "funName", f.fun_name_en as "funNameEn",
      f.parent_id as "parentId", f.fun_type as "funType", f.url,
      'hide' = any (string_to_array(coalesce(f.class_name, ''), ' ')) as hidden,
      coalesce(held.roles, '{}') as "roleIds",
      ${account.account_type} = '0' and held.roles is not null and exists (select from allowed)
        and not exists (select from allowed a where a.fun_id = f.id) as barred
    from fun f left join held on held.fun_id = f.id order by f.ix, f.id limit 20000`.execute(trx);
  return rows;
}

/** Functions as a comma list or an array; none at all is a list, too. */
const funIds = () =>
  z.preprocess(
    (raw) =>
      typeof raw === 'string' || typeof raw === 'number'
        ? String(raw)
            .split(',')
            .filter((one) => one.trim() !== '')
        : (raw ?? []),
    z.array(id()).max(10_000),
  );

/** The functions that an enterprise may use, in order. */
async function openTo(trx: Db, orgId: number): Promise<number[]> {
  const { rows } = await sql<{ fun_id: number }>`select fun_id from org_fun
    where consumer_id = ${orgId} order by fun_id`.execute(trx);
  return rows.map((row) => row.fun_id);
}

/**
 * Refuses a list that was made of another one than is kept: what was taken from the enterprise meanwhile would come back.
 * @throws Fault 409 with who changed it
 */
async function refuseStale(trx: Db, orgId: number, kept: readonly number[], seen: readonly number[]) {
  if (kept.join() === seen.toSorted((a, b) => a - b).join()) return;
  const { rows } = await sql<{ userName: string | null }>`select user_name as "userName" from oper_log
    where resource = 'orgFun' and row_id = ${orgId} order by id desc limit 1`.execute(trx);
  const who = rows[0]?.userName;
  throw conflict(
    {
      zh: `企业可用功能：${who ?? '他人'}已修改，请刷新后再修改`,
      en: `Functions of the enterprise: ${who ?? 'somebody'} changed them meanwhile; reload before you change them`,
    },
    'orgFunArr',
  );
}

/**
 * The functions that an enterprise may use at all; an empty list = all of them. `expected` is the list that the caller saw
 * before changing it.
 */
const addAll = defineRoute({
  method: 'POST',
  path: '/api/sys/orgFun/addAll',
  summary: { zh: '企业可用功能：设定', en: 'Functions of an enterprise: set' },
  permission: 'sys.orgFun.edit',
  params: z.object({
    orgId: id(),
    orgFunArr: funIds().default([]),
    expected: funIds().optional(),
  }),
  keepEmpty: true,
  example: { orgId: 1001, orgFunArr: '1,2' },
  handler: async ({ trx, caller, params }) => {
    if (caller.accountType !== ACCOUNT.operator) throw forbidden();
    const { rows: known } = await sql`select 1 from consumer where id = ${params.orgId}`.execute(trx);
    if (known.length === 0) throw noSuchRow();
    // Two who set them at once come one after the other.
    await sql`select pg_advisory_xact_lock(hashtext('org_fun'), ${params.orgId})`.execute(trx);
    const before = await openTo(trx, params.orgId);
    if (params.expected) await refuseStale(trx, params.orgId, before, params.expected);
    await sql`delete from org_fun where consumer_id = ${params.orgId}`.execute(trx);
    await sql`insert into org_fun (consumer_id, fun_id)
      select ${params.orgId}, id from fun where id = any (${params.orgFunArr})`.execute(trx);
    await sql`insert into oper_log (employee_id, user_name, consumer_id, resource, row_id, action, before, after, ip)
      values (${caller.employeeId}, ${caller.userName}, ${params.orgId}, 'orgFun', ${params.orgId}, 'edit',
        ${JSON.stringify({ funIds: before })}, ${JSON.stringify({ funIds: params.orgFunArr })},
        ${caller.ip ?? null})`.execute(trx);
    forgetCallers();
    return { orgId: params.orgId, count: params.orgFunArr.length };
  },
});

const getByOrg = defineRoute({
  method: 'GET',
  path: '/api/sys/orgFun/getByOrg',
  summary: { zh: '企业可用功能：查看', en: 'Functions of an enterprise' },
  permission: 'sys.orgFun.view',
  params: z.object({ orgId: id() }),
  example: { orgId: 1001 },
  handler: async ({ trx, params }) => {
    const { rows: known } = await sql`select 1 from consumer where id = ${params.orgId}`.execute(trx);
    if (known.length === 0) throw noSuchRow();
    return { orgId: params.orgId, orgFunArr: await openTo(trx, params.orgId) };
  },
});

export const permissionRoutes = [getOfAccount, addAll, getByOrg];
