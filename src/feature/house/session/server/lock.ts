import * as z from 'zod';
import { badInput, sessionExpired } from '#contract/error.ts';
import { secondCode } from '#contract/signIn.ts';
import { defineRoute, PUBLIC } from '#server/route.ts';
import type { Call } from '#server/route.ts';
import { countLogin, passLogin } from './attempt.ts';
import { hasFactor, proveFactor } from './factor.ts';
import { originOf } from './origin.ts';
import { isPasswordOf } from './password.ts';
import { tokenOf } from './cookie.ts';
import { refuseOtherPage, sessionOf, setLocked } from './session.ts';

/** The session of the browser, locked or not. @throws Fault 901 where there is none, or its page shows another account */
async function ownSession({ services, request }: Call<unknown>) {
  const token = tokenOf(request);
  const session = token ? await sessionOf(services.system, token) : undefined;
  if (!token || !session) throw sessionExpired();
  refuseOtherPage(request, session.employeeId);
  return { token, ...session };
}

/** Locks the session: until it is unlocked every call but unlock and log-out answers code 423. */
const lock = defineRoute({
  method: 'POST',
  path: '/api/sys/lock',
  summary: { zh: '锁定屏幕', en: 'Lock the screen' },
  permission: PUBLIC,
  params: z.object({}),
  handler: async (call) => {
    const { token } = await ownSession(call);
    await setLocked(call.services.system, token, true);
    return null;
  },
});

/** Who holds the session of this browser, for the lock screen, which may ask nothing else. */
const getLock = defineRoute({
  method: 'GET',
  path: '/api/sys/getLock',
  summary: { zh: '屏幕是否锁定', en: 'Whether the screen is locked, and whose it is' },
  permission: PUBLIC,
  params: z.object({}),
  handler: async (call) => {
    const { locked, name, icon, employeeId } = await ownSession(call);
    return { locked, name, icon, secondFactor: await hasFactor(call.services.system, employeeId) };
  },
});

const unlock = defineRoute({
  method: 'POST',
  path: '/api/sys/unlock',
  summary: { zh: '解锁屏幕', en: 'Unlock the screen' },
  permission: PUBLIC,
  params: z.object({ password: z.string().min(1).max(200), code: secondCode() }),
  example: { password: 'my password' },
  handler: async (call) => {
    const { services, request, params } = call;
    const { token, employeeId, userName } = await ownSession(call);
    const origin = originOf(request);
    const triesLeft = await countLogin(services.system, userName, origin);
    if (!(await isPasswordOf(services.system, employeeId, params.password)))
      throw badInput(
        { zh: `密码不正确，还可尝试 ${triesLeft} 次`, en: `The password is wrong, ${triesLeft} tries left` },
        'password',
        { triesLeft },
      );
    await passLogin(services.system, userName, origin);
    await proveFactor(services, request, { employeeId, userName }, params.code);
    await setLocked(services.system, token, false);
    return null;
  },
});

export const lockRoutes = [lock, getLock, unlock];
