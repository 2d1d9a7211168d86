import { Fault } from '#contract/error.ts';
import { languageOf } from '#contract/text.ts';
import type { Db } from '#server/database/db.ts';
import type { Call } from '#server/route.ts';
import { accountOf, passwordExpiredOf } from './account.ts';
import type { Account } from './account.ts';
import { giveCookie, tokenOf } from './cookie.ts';
import { noteEvent } from './event.ts';
import { factorState } from './factor.ts';
import { browserOf, knowBrowser } from './origin.ts';
import { closeSession, openSession } from './session.ts';
import type { SignInWay } from './session.ts';
import { keepVouched } from './vouched.ts';
import type { Vouched } from './vouched.ts';

/** What is known of a sign-in when its session begins. */
export interface SignIn {
  /** The session survives the browser. */
  readonly remember?: boolean;
  readonly way: SignInWay;
  /** The provider asked for a second factor itself, in a way that the settings take for ours. */
  readonly secondFactor?: boolean;
  /** What the provider said, kept with the session. */
  readonly vouched?: Vouched;
}

/** What a sign-in answers. */
export interface Begun {
  readonly user: Account;
  /** 1: another password must be chosen first. */
  readonly passwordExpired: 0 | 1;
}

/**
 * Begins the session of an account whose holder has proven to be it: the one way in for every kind of sign-in. Takes
 * the place of the session that the browser had, so that none can be fixed beforehand.
 * @throws Fault 403 where the account must have a second factor and the provider asked for none
 */
export async function beginSession(
  { services, request, reply }: Pick<Call<unknown>, 'services' | 'request' | 'reply'>,
  employeeId: number,
  { remember = false, way, secondFactor = false, vouched }: SignIn,
): Promise<Begun> {
  const db = services.system;
  if (way === 'openId' && !secondFactor) await refuseWithoutFactor(db, employeeId);
  const old = tokenOf(request);
  if (old) await closeSession(db, old);
  const { token, endsAt } = await openSession(db, employeeId, {
    ip: request.ip,
    browser: browserOf(request),
    way,
    remember,
  });
  if (vouched) await keepVouched(db, token, vouched);
  const seconds = Math.floor((endsAt.getTime() - Date.now()) / 1000);
  giveCookie(request, reply, token, remember ? seconds : undefined);
  if (await knowBrowser(db, request, reply, employeeId))
    await noteEvent(db, request, employeeId, 'browserNew');
  return {
    user: await accountOf(db, employeeId, languageOf(request.headers['accept-language'])),
    passwordExpired: way === 'password' ? await passwordExpiredOf(db, employeeId) : 0,
  };
}

/** Who came by a provider that asked for a password alone does not get past the second factor of the account. */
async function refuseWithoutFactor(db: Db, employeeId: number): Promise<void> {
  const { on, required } = await factorState(db, employeeId);
  if (on || required)
    throw new Fault(403, {
      zh: '此账号须使用两步验证，而统一身份认证没有要求；请在认证方开启两步验证，或用密码登录',
      en: 'The account must sign in with a second factor, which the identity provider did not ask for: switch it on there, or sign in with the password',
    });
}
