import { ACCOUNT } from '#contract/accountType.ts';
import type { Text } from '#contract/text.ts';
import { sql } from 'kysely';
import { badInput, conflict } from '#contract/error.ts';
import {
  closeSessionsOf,
  forgetCallers,
  oneAtATime,
  refuseAbove,
  refuseAllButOperators,
  refuseLockOut,
  refuseMoreReach,
  refuseMoreRoles,
} from '#feature/house/session/server/slots.ts';
import { withdrawInvitation } from '#feature/settings/account/server/slots.ts';
import type { JsonRow, SlotCall, Slots } from '#server/resource/slot.ts';

const idsOf = (value: unknown): number[] => (Array.isArray(value) ? (value as number[]) : []);

const PASSWORD = {
  zh: '密码不是账号的字段：新账号请用 /api/sys/account/add，重置请用 /api/sys/orgEmployee/updateEmpPassword',
  en: 'a password is no field of the account: /api/sys/account/add makes one with it, /api/sys/orgEmployee/updateEmpPassword sets it',
};

/** Log-in names are one list for all enterprises: one that somebody elsewhere has is said to be taken, and no more. */
async function refuseTaken(call: SlotCall, userName: string, id: number | null): Promise<void> {
  if (call.caller.scope === 'all') return;
  const { rows } = await sql`select 1 from org_employee
    where user_name = ${userName} and id is distinct from ${id}`.execute(call.services.system);
  if (rows.length > 0)
    throw conflict(
      { zh: `登录名已存在：${userName}`, en: `User name already exists: ${userName}` },
      'userName',
    );
}

/** What an account reaches follows from these. */
const REACH = ['roleIdList', 'orgLimitList', 'consumerId', 'consumerIdList', 'accountType'];

const sameIds = (a: unknown, b: unknown): boolean =>
  new Set([...idsOf(a), ...idsOf(b)]).size === new Set(idsOf(a)).size && idsOf(a).length === idsOf(b).length;

/** By these the holder of an account is found and told: of one's own they change at the profile alone. */
const OWN_ADDRESS: Readonly<Record<'telephone' | 'email', Text>> = {
  telephone: {
    zh: '电话：自己的电话请在“个人信息”中凭密码修改',
    en: 'Telephone: your own is changed on the page “Profile”, with your password',
  },
  email: {
    zh: '邮箱：自己的邮箱请在“个人信息”中凭密码修改',
    en: 'E-mail: your own is changed on the page “Profile”, with your password',
  },
};

/** @throws Fault 400 naming the field */
function refuseOwnAddress(before: JsonRow, row: Readonly<Record<string, unknown>>): void {
  for (const [name, text] of Object.entries(OWN_ADDRESS))
    if ((row[name] ?? null) !== (before[name] ?? null)) throw badInput(text, name);
}

const OWN_LIMIT = {
  zh: '可见范围：自己的可见范围请由其他管理员修改',
  en: 'May see: what you may see yourself is changed by another administrator',
};

export const employeeSlots: Slots = {
  elsewhere: { password: PASSWORD, userPassword: PASSWORD },
  beforeSave: async (call, values, before) => {
    if (typeof values['userName'] === 'string') {
      const userName = values['userName'].toLowerCase();
      values['userName'] = userName;
      await refuseTaken(call, userName, before?.id ?? null);
    }
    const row = { ...before, ...values };
    if (row['accountType'] === ACCOUNT.enterprise && row['consumerId'] == null)
      throw badInput(
        { zh: '所属企业：企业用户必填', en: 'Enterprise: is required for an enterprise user' },
        'consumerId',
      );
    if (before) await refuseAbove(call, before.id);
    if (row['accountType'] === ACCOUNT.operator) refuseAllButOperators(call);
    if (before?.id === call.caller.employeeId) refuseOwnAddress(before, row);
    if ('roleIdList' in values)
      await refuseMoreRoles(call, idsOf(before?.['roleIdList']), idsOf(values['roleIdList']));
    if (before?.id === call.caller.employeeId && !sameIds(before['orgLimitList'], row['orgLimitList']))
      throw conflict(OWN_LIMIT, 'orgLimitList');
    if (!before || REACH.some((name) => name in values)) await refuseMoreReach(call, row);
  },
  afterSave: async (call, row, before) => {
    if (before) await refuseLockOut(call);
    forgetCallers();
    if (row['state'] !== '1') await closeSessionsOf(call.services.system, row.id);
    // The link went to the old address, or to somebody who is not to come in any more.
    if (before && (row['state'] !== '1' || row['email'] !== before['email']))
      await withdrawInvitation(call.services.system, row.id);
  },
  beforeDelete: async (call, row) => {
    if (row.id === call.caller.employeeId)
      throw conflict({ zh: '不能删除自己的账号', en: 'You cannot delete your own account' });
    await refuseAbove(call, row.id);
    await oneAtATime(call);
    forgetCallers();
  },
};
