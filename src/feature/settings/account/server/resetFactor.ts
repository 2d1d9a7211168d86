import * as z from 'zod';
import { conflict, noSuchRow } from '#contract/error.ts';
import { id } from '#contract/param.ts';
import { LONGEST_PASSWORD } from '#contract/password.ts';
import { funCodeOf } from '#contract/permission.ts';
import { orgEmployee } from '#resource/sys/orgEmployee.ts';
import { secondCode } from '#contract/signIn.ts';
import {
  closeSessionsOf,
  hasFactor,
  noteEvent,
  proveOwn,
  refuseAbove,
  removeFactor,
} from '#feature/house/session/server/public.ts';
import { recordChange } from '#server/resource/audit.ts';
import { findRow } from '#server/resource/row.ts';
import { defineRoute } from '#server/route.ts';

const EDIT = funCodeOf(orgEmployee, 'edit');

/** Whether another's account has a second factor. */
const getFactorOf = defineRoute({
  method: 'GET',
  path: '/api/sys/orgEmployee/getSecondFactor',
  summary: { zh: '账号：是否开启两步验证', en: 'Accounts: whether one has a second factor' },
  permission: EDIT,
  params: z.object({ userId: id() }),
  example: { userId: 1 },
  handler: async (call) => {
    const row = await findRow(call.trx, orgEmployee, call.params.userId);
    if (!row) throw noSuchRow();
    return { on: await hasFactor(call.services.system, row.id) };
  },
});

/** Takes the second factor of somebody who lost it away; it is written down, and its holder is told. */
const resetFactor = defineRoute({
  method: 'POST',
  path: '/api/sys/orgEmployee/resetSecondFactor',
  summary: { zh: '账号：清除两步验证', en: 'Accounts: remove the second factor of one' },
  permission: EDIT,
  params: z.object({
    userId: id(),
    adminPassword: z.string().max(LONGEST_PASSWORD).default(''),
    code: secondCode(),
  }),
  example: { userId: 2, adminPassword: 'my password' },
  handler: async (call) => {
    const { caller, params, services, request } = call;
    if (params.userId === caller.employeeId)
      throw conflict({
        zh: '自己的两步验证请在“账号安全”中凭密码和验证码关闭',
        en: 'Your own second factor is switched off on the page “Account security”',
      });
    const row = await findRow(call.trx, orgEmployee, params.userId);
    if (!row) throw noSuchRow();
    await refuseAbove(call, row.id);
    await proveOwn(call, params.adminPassword, 'adminPassword');
    if (!(await removeFactor(services.system, row.id)))
      throw conflict({ zh: '该账号没有开启两步验证', en: 'The account has no second factor' });
    await closeSessionsOf(services.system, row.id);
    const known = { id: row.id, consumerId: row['consumerId'], userName: row['userName'] };
    await recordChange(
      call,
      orgEmployee,
      'edit',
      { ...known, secondFactor: true },
      { ...known, secondFactor: false },
    );
    await noteEvent(services.system, request, row.id, 'factorReset', caller.name);
    return null;
  },
});

export const factorRoutes = [getFactorOf, resetFactor];
