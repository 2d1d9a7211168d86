import { ACCOUNT, type AccountType } from '#contract/accountType.ts';
import { type Text, textIn } from '#contract/text.ts';
import { sql } from 'kysely';
import * as z from 'zod';
import { badInput, conflict, forbidden, noSuchRow } from '#contract/error.ts';
import { readField, aboutField } from '#contract/issue.ts';
import { id } from '#contract/param.ts';
import { LONGEST_PASSWORD, PASSWORD_DAYS, PASSWORD_RULE, SHORTEST_PASSWORD } from '#contract/password.ts';
import { orgEmployee } from '#resource/sys/orgEmployee.ts';
import { secondCode } from '#contract/signIn.ts';
import { recordChange } from '#server/resource/audit.ts';
import { nameIn } from '#server/resource/nameIn.ts';
import { defineRoute } from '#server/route.ts';
import type { Call } from '#server/route.ts';
import { accountOf, consumerChoices, passwordExpiredOf } from './account.ts';
import { noteEvent } from './event.ts';
import { checkNewPassword, setPassword } from './password.ts';
import { proveOwn } from './prove.ts';
import { tokenOf } from './cookie.ts';
import { closeSessionsOf, forgetCallers } from './session.ts';

const secret = () => z.string().min(1).max(LONGEST_PASSWORD);

/** Changes the caller's own password; every other session of the account ends. @throws Fault 400, 429 */
async function changeOwn(
  call: Call<{ readonly code?: string | undefined }>,
  old: string,
  wanted: string,
  names: readonly [string, string],
) {
  const { caller, services, request } = call;
  await proveOwn(call, old, names[0], { zh: '旧密码', en: 'The old password' });
  // The same again is no change; only where another is due must it be another.
  if (wanted === old && (await passwordExpiredOf(services.system, caller.employeeId)) === 0) return null;
  await checkNewPassword(services.system, caller.employeeId, wanted, names[1], old);
  await setPassword(services.system, caller.employeeId, wanted);
  await closeSessionsOf(services.system, caller.employeeId, tokenOf(request));
  await noteEvent(services.system, request, caller.employeeId, 'passwordChanged');
  return null;
}

const updateOwnPassword = defineRoute({
  method: 'POST',
  path: '/api/sys/orgEmployee/updateOwnPassword',
  summary: { zh: '修改自己的密码', en: 'Change the own password' },
  permission: null,
  why: 'own',
  whilePasswordDue: true,
  whileSecondFactorDue: true,
  params: z.object({ orgId: id().optional(), old: secret(), new: secret(), code: secondCode() }),
  example: { old: 'my password', new: 'winter harvest 71' },
  handler: (call) => changeOwn(call, call.params.old, call.params.new, ['old', 'new']),
});

/** The same under the customer area's names; `id` is the caller's own. */
const updatePassword = defineRoute({
  method: 'POST',
  path: '/api/hxyUser/userLogin/updatePassword',
  summary: { zh: '用户区：修改自己的密码', en: 'Customer area: change the own password' },
  permission: null,
  why: 'own',
  whilePasswordDue: true,
  whileSecondFactorDue: true,
  params: z.object({ id: id(), oldPsw: secret(), newPsw: secret(), code: secondCode() }),
  example: { id: 1, oldPsw: 'my password', newPsw: 'winter harvest 71' },
  handler: async (call) => {
    if (call.params.id !== call.caller.employeeId) throw forbidden();
    return changeOwn(call, call.params.oldPsw, call.params.newPsw, ['oldPsw', 'newPsw']);
  },
});

/** What a person needs to know to change the password. A GET never takes one: addresses are written into logs. */
const getPasswordChange = defineRoute({
  method: 'GET',
  path: '/api/sys/orgEmployee/getPasswordChange',
  summary: { zh: '密码规则与到期日', en: 'Rule and expiry of the own password' },
  permission: null,
  why: 'own',
  whilePasswordDue: true,
  whileSecondFactorDue: true,
  params: z.object({}),
  example: {},
  handler: async ({ caller, services, language }) => {
    const { rows } = await sql<{ changedAt: Date; expiresAt: Date; mustChange: boolean }>`
      select changed_at as "changedAt", changed_at + make_interval(days => ${PASSWORD_DAYS}) as "expiresAt",
        must_change as "mustChange" from employee_secret where employee_id = ${caller.employeeId}`.execute(
      services.system,
    );
    return {
      rule: textIn(PASSWORD_RULE, language),
      shortest: SHORTEST_PASSWORD,
      longest: LONGEST_PASSWORD,
      ...rows[0],
      passwordExpired: await passwordExpiredOf(services.system, caller.employeeId),
    };
  },
});

/** Fields of the own account that a person may change without an administrator. */
const OWN_FIELDS = ['name', 'telephone', 'email', 'idNumber'] as const;

/**
 * The ways by which a person is reached, and by the telephone the way to a new password: whoever finds an open
 * session may not turn it into the account.
 */
const NEEDS_PASSWORD: readonly string[] = ['telephone', 'email'];

interface OwnRow {
  readonly id: number;
  readonly userName: string;
  readonly name: string;
  readonly accountType: AccountType;
  readonly consumerId: number | null;
  readonly consumerIdList: readonly number[] | null;
  readonly roleIdList: readonly number[] | null;
  readonly telephone: string | null;
  readonly email: string | null;
  readonly idNumber: string | null;
  /** The last day of the account. */
  readonly expiredTime: string | null;
  readonly state: string;
  readonly icon: string | null;
  readonly remark: string | null;
}

/** The caller's account, read by the system: an enterprise's person sees no operator, not even as itself. */
async function ownRow({ caller, services }: Call<unknown>) {
  const { rows } = await sql<OwnRow>`
    select id, user_name as "userName", name, account_type as "accountType", consumer_id as "consumerId",
      consumer_id_list as "consumerIdList", role_id_list as "roleIdList", telephone, email,
      id_number as "idNumber", to_char(expired_time, 'YYYY-MM-DD') as "expiredTime", state, icon, remark
    from org_employee where id = ${caller.employeeId}`.execute(services.system);
  if (!rows[0]) throw noSuchRow();
  return rows[0];
}

const fieldChange = z.object({
  id: id(),
  fieldName: z.string().max(60),
  fieldValue: z.unknown().optional(),
  remarks: z.string().max(255).default(''),
  /** The own password, for the telephone and the e-mail address. */
  password: z.string().max(LONGEST_PASSWORD).optional(),
  code: secondCode(),
});

/** Where accounts are linked by it, the address that somebody else will come with would be a way into their groups. */
const LINKED_BY_MAIL: Text = {
  zh: '邮箱：用于单点登录的账号关联，请由管理员修改',
  en: 'E-mail: single sign-on finds accounts by it, so an administrator changes it',
};

/** Changes one field of the own account; rights, enterprise and state are out of reach. */
async function editOwnField(call: Call<z.output<typeof fieldChange>>) {
  const { params, caller, services } = call;
  if (params.id !== caller.employeeId) throw forbidden();
  const name = OWN_FIELDS.find((one) => one === params.fieldName);
  const field = name && orgEmployee.fields[name];
  if (!name || !field)
    throw badInput(
      { zh: '没有此字段或不可编辑', en: 'There is no such field, or it cannot be edited' },
      'fieldName',
    );
  const reading = readField(field, params.fieldValue ?? null);
  if ('problem' in reading) throw badInput(aboutField(field.label, reading.problem), 'fieldValue');
  // Operators are never linked.
  const byMail = services.config.singleSignOn?.link === 'email' && caller.accountType !== ACCOUNT.operator;
  if (name === 'email' && byMail) throw conflict(LINKED_BY_MAIL, 'fieldValue');
  const before = await ownRow(call);
  if (NEEDS_PASSWORD.includes(name) && (reading.value ?? null) !== before[name]) {
    await proveOwn(call, params.password ?? '', 'password');
    // Told where its holder was reached until now.
    await noteEvent(services.system, call.request, caller.employeeId, 'addressChanged');
  }
  const column = name === 'idNumber' ? 'id_number' : name;
  await sql`update org_employee set ${sql.ref(column)} = ${reading.value} where id = ${caller.employeeId}`.execute(
    services.system,
  );
  forgetCallers();
  const after = await ownRow(call);
  const shown = { consumerId: before.consumerId };
  await recordChange(
    { ...call, trx: services.system },
    orgEmployee,
    'edit',
    { id: caller.employeeId, ...shown, [name]: before[name] },
    { id: caller.employeeId, ...shown, [name]: after[name] },
    params.remarks,
  );
  return { ...after, userId: caller.employeeId };
}

const EXAMPLE = { id: 1, fieldName: 'telephone', fieldValue: '13800000000', password: 'operator-demo' };

const editEmpfield = defineRoute({
  method: 'POST',
  path: '/api/hxyUser/userLogin/editEmpfield',
  summary: { zh: '用户区：修改个人信息的一个字段', en: 'Customer area: change one field of the own account' },
  permission: null,
  why: 'own',
  params: fieldChange,
  keepEmpty: true,
  example: EXAMPLE,
  handler: editOwnField,
});

const editOwn = defineRoute({
  method: 'POST',
  path: '/api/sys/orgEmployee/editOwnField',
  summary: { zh: '修改个人信息的一个字段', en: 'Change one field of the own account' },
  permission: null,
  why: 'own',
  params: fieldChange,
  keepEmpty: true,
  example: EXAMPLE,
  handler: editOwnField,
});

/** The own account with its roles. */
const getPersonalInfo = defineRoute({
  method: 'GET',
  path: '/api/hxyUser/userLogin/getPersonalInfo',
  summary: { zh: '用户区：个人信息', en: 'Customer area: the own account' },
  permission: null,
  why: 'own',
  params: z.object({ empId: id().optional() }),
  example: {},
  handler: async (call) => {
    if (call.params.empId !== undefined && call.params.empId !== call.caller.employeeId) throw forbidden();
    const row = await ownRow(call);
    const { orgName } = await accountOf(call.services.system, call.caller.employeeId, call.language);
    const { rows: roles } = await sql<{
      roleId: number;
      roleName: string;
    }>`select id as "roleId", ${nameIn('role_name', call.language)} as "roleName" from org_role
      where id = any (${row.roleIdList ?? []}) order by id`.execute(call.services.system);
    return { ...row, userId: row.id, orgName, roles };
  },
});

const getConsumerListByEmp = defineRoute({
  method: 'GET',
  path: '/api/hxyUser/userLogin/getConsumerListByEmp',
  summary: { zh: '用户区：账号可见的企业', en: 'Customer area: enterprises that the account may see' },
  permission: null,
  why: 'own',
  params: z.object({ empId: id().optional() }),
  example: {},
  handler: async ({ trx, caller, params }) => {
    if (params.empId !== undefined && params.empId !== caller.employeeId) throw forbidden();
    return consumerChoices(trx);
  },
});

/** The roles of the session. */
const getRoleList = defineRoute({
  method: 'GET',
  path: '/api/sys/getRoleList',
  summary: { zh: '当前账号的角色', en: 'Roles of the session' },
  permission: null,
  why: 'own',
  params: z.object({}),
  example: {},
  handler: async ({ caller, services, language }) => {
    const { rows } = await sql<{
      roleId: number;
      roleName: string;
      roleCode: string;
      homeUrl: string | null;
      orgLimitList: number[];
    }>`select r.id as "roleId", ${nameIn('r.role_name', language)} as "roleName", r.role_code as "roleCode",
        r.home_url as "homeUrl", coalesce(r.org_limit_list, '{}') as "orgLimitList"
      from org_role r where r.id = any (select unnest(role_id_list) from org_employee
        where id = ${caller.employeeId}) order by r.id`.execute(services.system);
    return rows;
  },
});

export const ownRoutes = [
  updateOwnPassword,
  updatePassword,
  getPasswordChange,
  editEmpfield,
  editOwn,
  getPersonalInfo,
  getConsumerListByEmp,
  getRoleList,
];
