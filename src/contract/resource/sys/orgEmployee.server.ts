import { badInput, conflict } from '#contract/error.ts';
import {
  refuseAbove,
  refuseAllButOperators,
  refuseLockOut,
  refuseMoreRoles,
} from '#feature/session/server/guard.ts';
import { closeSessionsOf, forgetCallers } from '#feature/session/server/session.ts';
import type { Slots } from '#server/resource/slot.ts';

const idsOf = (value: unknown): number[] => (Array.isArray(value) ? (value as number[]) : []);

export const employeeSlots: Slots = {
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
    if ('roleIdList' in values)
      await refuseMoreRoles(call, idsOf(before?.['roleIdList']), idsOf(values['roleIdList']));
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
