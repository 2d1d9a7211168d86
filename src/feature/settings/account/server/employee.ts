import { sql } from 'kysely';
import * as z from 'zod';
import { badInput, forbidden, noSuchRow } from '#contract/error.ts';
import { id, idList } from '#contract/param.ts';
import { LONGEST_PASSWORD } from '#contract/password.ts';
import { funCodeOf } from '#contract/permission.ts';
import { orgEmployee } from '#resource/sys/orgEmployee.ts';
import { orgRole } from '#resource/sys/orgRole.ts';
import { secondCode } from '#contract/signIn.ts';
import {
  checkNewPassword,
  closeSessionsOf,
  countLogin,
  forgetTries,
  hashPassword,
  isPasswordOf,
  lockedUntil,
  noteEvent,
  originOf,
  passLogin,
  proveFactor,
  proveOwn,
  refuseAbove,
  refuseWeak,
  setPassword,
} from '#feature/house/session/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { nameIn } from '#server/resource/nameIn.ts';
import { findRow, rowWith, withTitles } from '#server/resource/row.ts';
import type { SlotCall } from '#server/resource/slot.ts';
import { addRow, deleteRow, editRow } from '#server/resource/write.ts';
import { defineRoute } from '#server/route.ts';
import { addAccount } from './addAccount.ts';

const may = { zh: '账号', en: 'Accounts' };
const EDIT = funCodeOf(orgEmployee, 'edit');
const ADD = funCodeOf(orgEmployee, 'add');

const secret = () => z.string().min(1).max(LONGEST_PASSWORD);

async function accountRow({ trx }: SlotCall, userId: number) {
  const row = await findRow(trx, orgEmployee, userId);
  if (!row) throw noSuchRow();
  return row;
}

/** The demonstration prints its passwords: they may be what they are, and stay. */
async function isDemoPassword(system: Db, userName: string, password: string): Promise<boolean> {
  if (password !== `${userName}-demo`) return false;
  const { rows } = await sql`select 1 from setting where name = 'demonstration'`.execute(system);
  return rows.length > 0;
}

/** An administrator sets another's password, proving to be there by the own one (specification 2 section 7). */
const updateEmpPassword = defineRoute({
  method: 'POST',
  path: '/api/sys/orgEmployee/updateEmpPassword',
  summary: { zh: `${may.zh}：重置密码`, en: `${may.en}: reset a password` },
  permission: EDIT,
  params: z.object({
    aId: id().optional(),
    userId: id(),
    adminPassword: secret(),
    userPassword: secret(),
    code: secondCode(),
  }),
  example: { userId: 2, adminPassword: 'my password', userPassword: 'winter harvest 71' },
  handler: async (call) => {
    const { caller, params, services } = call;
    if (params.aId !== undefined && params.aId !== caller.employeeId) throw forbidden();
    await proveOwn(call, params.adminPassword, 'adminPassword');
    const row = await accountRow(call, params.userId);
    await refuseAbove(call, row.id);
    const userName = String(row['userName']);
    const shown = await isDemoPassword(services.system, userName, params.userPassword);
    if (!shown) await checkNewPassword(services.system, row.id, params.userPassword, 'userPassword');
    // What another person chose is known to two: its holder replaces it.
    await setPassword(services.system, row.id, params.userPassword, !shown && row.id !== caller.employeeId);
    await forgetTries(services.system, userName);
    await closeSessionsOf(services.system, row.id);
    await noteEvent(services.system, call.request, row.id, 'passwordReset', caller.name);
    return null;
  },
});

/** A password changed by whoever knows the old one: the own, or that of an account one may edit. */
const updateEmployeePassword = defineRoute({
  method: 'POST',
  path: '/api/sys/orgEmployee/updateEmployeePassword',
  summary: { zh: `${may.zh}：修改密码（须旧密码）`, en: `${may.en}: change a password by the old one` },
  permission: EDIT,
  params: z.object({
    orgId: id().optional(),
    employeeId: id(),
    old: secret(),
    new: secret(),
    code: secondCode(),
  }),
  example: { employeeId: 2, old: 'my password', new: 'winter harvest 71' },
  handler: async (call) => {
    const { params, services, request } = call;
    const row = await accountRow(call, params.employeeId);
    if (params.orgId !== undefined && row['consumerId'] !== params.orgId) throw noSuchRow();
    await refuseAbove(call, row.id);
    const userName = String(row['userName']);
    const origin = originOf(request);
    const left = await countLogin(services.system, userName, origin);
    if (!(await isPasswordOf(services.system, row.id, params.old)))
      throw badInput(
        { zh: `旧密码不正确，还可尝试 ${left} 次`, en: `The old password is wrong, ${left} tries left` },
        'old',
      );
    await passLogin(services.system, userName, origin);
    await proveFactor(services, request, { employeeId: row.id, userName }, params.code);
    await checkNewPassword(services.system, row.id, params.new, 'new', params.old);
    const own = row.id === call.caller.employeeId;
    await setPassword(services.system, row.id, params.new, !own);
    await closeSessionsOf(services.system, row.id);
    await noteEvent(
      services.system,
      request,
      row.id,
      own ? 'passwordChanged' : 'passwordReset',
      own ? null : call.caller.name,
    );
    return null;
  },
});

const getLockState = defineRoute({
  method: 'GET',
  path: '/api/sys/orgEmployee/getLockState',
  summary: { zh: `${may.zh}：是否因登录失败被锁`, en: `${may.en}: whether failed log-ins locked it` },
  permission: EDIT,
  params: z.object({ userId: id() }),
  example: { userId: 1 },
  handler: async (call) => {
    const row = await accountRow(call, call.params.userId);
    return { lockedUntil: await lockedUntil(call.services.system, String(row['userName'])) };
  },
});

const unlock = defineRoute({
  method: 'POST',
  path: '/api/sys/orgEmployee/unlock',
  summary: { zh: `${may.zh}：解锁`, en: `${may.en}: unlock after failed log-ins` },
  permission: EDIT,
  params: z.object({ userId: id() }),
  example: { userId: 2 },
  handler: async (call) => {
    const row = await accountRow(call, call.params.userId);
    await refuseAbove(call, row.id);
    await forgetTries(call.services.system, String(row['userName']));
    return { userId: row.id };
  },
});

/** An account with its roles in full (specification 2 section 7). */
const getWithRole = defineRoute({
  method: 'GET',
  path: '/api/sys/orgEmployee/getWithRole',
  summary: { zh: `${may.zh}：账号及其角色`, en: `${may.en}: an account with its roles` },
  permission: funCodeOf(orgEmployee, 'view'),
  params: z.object({ id: id() }),
  row: orgEmployee,
  example: { id: 1 },
  handler: async (call) => {
    const row = await accountRow(call, call.params.id);
    const { rows } = await sql<{ roleId: number; roleName: string; roleCode: string }>`
      select id as "roleId", ${nameIn('role_name', call.language)} as "roleName", role_code as "roleCode" from ${sql.table('org_role')}
      where id = any (${row['roleIdList'] ?? []}) order by id`.execute(call.trx);
    const [titled = row] = await withTitles(call.trx, orgEmployee, [row], call.language);
    return rowWith(titled, { roles: rows });
  },
});

const save = (verb: 'addWithRoles' | 'addEmpAndRel', zh: string, en: string) =>
  defineRoute({
    method: 'POST',
    path: `/api/sys/orgEmployee/${verb}`,
    summary: { zh: `${may.zh}：${zh}`, en: `${may.en}: ${en}` },
    permission: ADD,
    params: z.looseObject({}),
    row: orgEmployee,
    example: { userName: 'someone', name: 'Some One', consumerId: 1001, roleIdList: [2] },
    handler: (call) => addRow(call, orgEmployee, call.params),
  });

const addWithRoles = save('addWithRoles', '新建并授予角色', 'add with roles');
const addEmpAndRel = save('addEmpAndRel', '新建并关联企业', 'add with associated enterprises');

const editWithRoles = defineRoute({
  method: 'POST',
  path: '/api/sys/orgEmployee/editWithRoles',
  summary: { zh: `${may.zh}：编辑及其角色`, en: `${may.en}: edit with roles` },
  permission: EDIT,
  params: z.looseObject({ id: id() }),
  row: orgEmployee,
  keepEmpty: true,
  example: { id: 2, roleIdList: [2] },
  handler: (call) => editRow(call, orgEmployee, call.params.id, call.params),
});

/** Takes associated enterprises from an account; without `orgIds` the account itself with all its relations. */
const delRel = defineRoute({
  method: 'POST',
  path: '/api/sys/orgEmployee/delRel',
  summary: { zh: `${may.zh}：删除关联或账号`, en: `${may.en}: delete associations, or the account` },
  permission: funCodeOf(orgEmployee, 'del'),
  params: z.object({ id: id(), orgIds: idList().optional() }),
  row: orgEmployee,
  example: { id: 2, orgIds: '1002' },
  handler: async (call) => {
    const { id: employeeId, orgIds } = call.params;
    if (orgIds === undefined) {
      await deleteRow(call, orgEmployee, employeeId);
      return null;
    }
    const row = await accountRow(call, employeeId);
    const kept = ((row['consumerIdList'] ?? []) as number[]).filter((one) => !orgIds.includes(one));
    return editRow(call, orgEmployee, employeeId, { consumerIdList: kept.length > 0 ? kept : null });
  },
});

/** A new account with its first password, which the person changes at the first log-in. */
const addWithPassword = defineRoute({
  method: 'POST',
  path: '/api/sys/account/add',
  summary: { zh: `${may.zh}：新建并设初始密码`, en: `${may.en}: add with a first password` },
  permission: ADD,
  params: z.looseObject({
    userName: z.string().min(1).max(60),
    password: secret(),
  }),
  row: orgEmployee,
  example: { userName: 'someone', name: 'Some One', password: 'winter harvest 71', consumerId: 1001 },
  handler: async (call) => {
    const { password, ...fields } = call.params;
    const words = [fields.userName, fields['name']].filter((one) => typeof one === 'string');
    refuseWeak(password, words, 'password');
    return addAccount(call, { fields, passwordHash: await hashPassword(password), mustChange: true });
  },
});

/** The roles that the caller may choose from. */
const getAllRoles = defineRoute({
  method: 'GET',
  path: '/api/sys/orgRole/getAll',
  summary: { zh: '角色：全部', en: 'Roles: all' },
  permission: funCodeOf(orgRole, 'view'),
  params: z.object({}),
  example: {},
  handler: async ({ trx, language }) => {
    const { rows } = await sql<{
      id: number;
      roleId: number;
      roleName: string;
      roleCode: string;
      funCount: number;
      orgLimitList: number[];
    }>`select id, id as "roleId", ${nameIn('role_name', language)} as "roleName", role_code as "roleCode",
        cardinality(coalesce(org_fun_list, '{}')) as "funCount",
        coalesce(org_limit_list, '{}') as "orgLimitList"
      from org_role order by id limit 10000`.execute(trx);
    return rows;
  },
});

export const employeeRoutes = [
  updateEmpPassword,
  updateEmployeePassword,
  getLockState,
  unlock,
  getWithRole,
  addWithRoles,
  addEmpAndRel,
  editWithRoles,
  delRel,
  addWithPassword,
  getAllRoles,
];
