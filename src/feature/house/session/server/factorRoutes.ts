import * as z from 'zod';
import { badInput, conflict } from '#contract/error.ts';
import { LONGEST_PASSWORD } from '#contract/password.ts';
import { secondCode } from '#contract/signIn.ts';
import type { FactorDraft, FactorState } from '#contract/signIn.ts';
import { defineRoute } from '#server/route.ts';
import type { Call } from '#server/route.ts';
import { countCode, passCode } from './attempt.ts';
import { tokenOf } from './cookie.ts';
import { noteEvent } from './event.ts';
import { confirmFactor, draftFactor, factorState, hasFactor, removeFactor } from './factor.ts';
import { originOf } from './origin.ts';
import { proveOwn } from './prove.ts';
import { renewRecovery } from './recovery.ts';
import { closeSessionsOf, forgetCallers } from './session.ts';

const proof = z.object({ password: z.string().max(LONGEST_PASSWORD).default(''), code: secondCode() });

const getFactor = defineRoute({
  method: 'GET',
  path: '/api/sys/secondFactor/get',
  summary: { zh: '自己的两步验证', en: 'The own second factor' },
  permission: null,
  why: 'own',
  whileSecondFactorDue: true,
  params: z.object({}),
  example: {},
  handler: ({ services, caller }): Promise<FactorState> => factorState(services.system, caller.employeeId),
});

const begin = defineRoute({
  method: 'POST',
  path: '/api/sys/secondFactor/begin',
  summary: { zh: '两步验证：生成密钥', en: 'Second factor: make a key for an authenticator' },
  permission: null,
  why: 'own',
  whileSecondFactorDue: true,
  params: proof,
  example: { password: 'my password' },
  handler: async (call): Promise<FactorDraft> => {
    await proveOwn(call, call.params.password, 'password');
    return draftFactor(call.services, call.caller);
  },
});

/** Switches the second factor on; every other session of the account ends. */
const confirm = defineRoute({
  method: 'POST',
  path: '/api/sys/secondFactor/confirm',
  summary: { zh: '两步验证：以首个验证码开启', en: 'Second factor: switch it on by its first code' },
  permission: null,
  why: 'own',
  whileSecondFactorDue: true,
  params: z.object({ code: z.string().min(1).max(40) }),
  example: { code: '123456' },
  handler: async ({ services, caller, request, params }) => {
    const db = services.system;
    const origin = originOf(request);
    const left = await countCode(db, caller.userName, origin);
    const recoveryCodes = await confirmFactor(services, caller.employeeId, params.code);
    if (!recoveryCodes)
      throw badInput(
        {
          zh: `验证码不正确，还可尝试 ${left} 次；请核对手机时间`,
          en: `The code is wrong, ${left} tries left; is the clock of the telephone right?`,
        },
        'code',
        { triesLeft: left },
      );
    await passCode(db, caller.userName, origin);
    await closeSessionsOf(db, caller.employeeId, tokenOf(request));
    await noteEvent(db, request, caller.employeeId, 'factorOn');
    return { recoveryCodes };
  },
});

/** @throws Fault 409 where the account has none */
async function needFactor({ services, caller }: Call<unknown>): Promise<void> {
  if (!(await hasFactor(services.system, caller.employeeId)))
    throw conflict({ zh: '尚未开启两步验证', en: 'The account has no second factor' });
}

const recoveryCodes = defineRoute({
  method: 'POST',
  path: '/api/sys/secondFactor/recoveryCodes',
  summary: { zh: '两步验证：重新生成恢复码', en: 'Second factor: new recovery codes' },
  permission: null,
  why: 'own',
  params: proof,
  example: { password: 'my password', code: '123456' },
  handler: async (call) => {
    const { services, caller, request, params } = call;
    await needFactor(call);
    await proveOwn(call, params.password, 'password');
    const codes = await services.system.transaction().execute((trx) => renewRecovery(trx, caller.employeeId));
    await noteEvent(services.system, request, caller.employeeId, 'recoveryNew');
    return { recoveryCodes: codes };
  },
});

const off = defineRoute({
  method: 'POST',
  path: '/api/sys/secondFactor/off',
  summary: { zh: '两步验证：关闭', en: 'Second factor: switch it off' },
  permission: null,
  why: 'own',
  params: proof,
  example: { password: 'my password', code: '123456' },
  handler: async (call) => {
    const { services, caller, request, params } = call;
    await needFactor(call);
    const { required } = await factorState(services.system, caller.employeeId);
    if (required)
      throw conflict({
        zh: '您的角色或平台规则要求两步验证，不能关闭',
        en: 'Your role or the platform asks for a second factor, it cannot be switched off',
      });
    await proveOwn(call, params.password, 'password');
    await removeFactor(services.system, caller.employeeId);
    forgetCallers();
    await noteEvent(services.system, request, caller.employeeId, 'factorOff');
    return null;
  },
});

export const factorRoutes = [getFactor, begin, confirm, recoveryCodes, off];
