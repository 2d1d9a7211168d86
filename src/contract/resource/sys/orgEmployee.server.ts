import { badInput, conflict } from '#contract/error.ts';
import {
  refuseAbove,
  refuseAllButOperators,
  refuseLockOut,
  refuseMoreEnterprises,
  refuseMoreRoles,
} from '#feature/session/server/guard.ts';
import { closeSessionsOf, forgetCallers } from '#feature/session/server/session.ts';
import type { Slots } from '#server/resource/slot.ts';

const idsOf = (value: unknown): number[] => (Array.isArray(value) ? (value as number[]) : []);

const PASSWORD = {
  zh: '密码不是账号的字段：新账号请用 /api/sys/account/add，重置请用 /api/sys/orgEmployee/updateEmpPassword',
  en: 'a password is no field of the account: /api/sys/account/add makes one with it, /api/sys/orgEmployee/updateEmpPassword sets it',
};

export const employeeSlots: Slots = {
  elsewhere: { password: PASSWORD, userPassword: PASSWORD },
  beforeSave: async (call, values, before) => {
    if (typeof values['userName'] === 'string') values['userName'] = values['userName'].toLowerCase();
    const row = { ...before, ...values };
    if (row['accountType'] === '0' && row['consumerId'] == null)
      throw badInput(
        { zh: '所属企业：企业用户必填', en: 'Enterprise: is required for an enterprise user' },
        'consumerId',
      );
    if (before) await refuseAbove(call, before.id);
    if (row['accountType'] === '1') refuseAllButOperators(call);
    // Found by /forgot: of one's own account it is changed with the password, at the profile.
    if (before?.id === call.caller.employeeId && (row['telephone'] ?? null) !== (before['telephone'] ?? null))
      throw badInput(
        {
          zh: '电话：自己的电话请在“个人信息”中凭密码修改',
          en: 'Telephone: your own is changed on the page “Profile”, with your password',
        },
        'telephone',
      );
    if ('roleIdList' in values) {
      const had = idsOf(before?.['roleIdList']);
      const given = idsOf(values['roleIdList']);
      await refuseMoreRoles(call, had, given);
      if (before) await refuseMoreEnterprises(call, { ...row, id: before.id }, had, given);
    }
  },
  afterSave: async (call, row, before) => {
    if (before) await refuseLockOut(call);
    forgetCallers();
    if (row['state'] !== '1') await closeSessionsOf(call.services.system, row.id);
  },
  beforeDelete: async (call, row) => {
    if (row.id === call.caller.employeeId)
      throw conflict({ zh: '不能删除自己的账号', en: 'You cannot delete your own account' });
    await refuseAbove(call, row.id);
    forgetCallers();
  },
};
