import * as z from 'zod';
import { Fault } from '#contract/error.ts';
import { yesNo } from '#contract/param.ts';
import {
  beginSession,
  closeSession,
  countTry,
  takeCookie,
  tokenToEnd,
  vouchedOf,
} from '#feature/house/session/server/public.ts';
import { defineRoute, PUBLIC } from '#server/route.ts';
import type { Call } from '#server/route.ts';
import type { SingleSignOnConfig } from '#server/singleSignOnConfig.ts';
import type { SignOnDoor } from '../contract.ts';
import { hasSecondFactor } from '../domain/claim.ts';
import { accountOf } from './account.ts';
import { exchange, wayOut, wayTo } from './provider.ts';
import { recordSignOn } from './record.ts';
import { Refusal } from './refusal.ts';
import { keepWay, takeWay, wayMark } from './way.ts';

// A whole shift behind one address signs in within minutes; more than that fills a table.
const PER_ADDRESS = { most: 600, minutes: 10 };
/** What a provider gives back in an address: a code, a state, its name; or an error and its words. */
const LONGEST_ANSWER = 8000;

function configOf({ services }: Pick<Call<unknown>, 'services'>): SingleSignOnConfig {
  const config = services.config.singleSignOn;
  if (!config) throw new Refusal('notConfigured').toFault();
  return config;
}

/** Writes a refusal down and makes it the reply; whatever else went wrong goes on as it is. */
async function refused(
  { services, request }: Call<unknown>,
  error: unknown,
  subject: string | null,
): Promise<never> {
  if (!(error instanceof Refusal)) throw error;
  const { failure, detail } = error;
  services.log.warn({ failure, detail }, 'single sign-on was refused');
  await recordSignOn(services.system, { failure, detail, subject, ip: request.ip });
  throw error.toFault();
}

const getDoor = defineRoute({
  method: 'GET',
  path: '/api/sys/singleSignOn/getDoor',
  summary: { zh: '登录页：单点登录', en: 'Log-in page: single sign-on' },
  permission: PUBLIC,
  params: z.object({}),
  example: {},
  handler: async ({ services }): Promise<SignOnDoor> => {
    const config = services.config.singleSignOn;
    return {
      configured: config !== null,
      name: config?.name ?? null,
      passwordForm: config?.passwordForm !== 'hide',
    };
  },
});

/** Begins a sign-in: the address at the provider, to which the browser goes. */
const begin = defineRoute({
  method: 'POST',
  path: '/api/sys/singleSignOn/begin',
  summary: { zh: '单点登录：开始', en: 'Single sign-on: begin' },
  permission: PUBLIC,
  params: z.object({ remember: yesNo().default(false) }),
  example: { remember: false },
  handler: async (call) => {
    const config = configOf(call);
    await countTry(call.services.system, call.request.ip, 'signOn', PER_ADDRESS);
    try {
      const { address, ...way } = await wayTo(config);
      await keepWay(call, way, call.params.remember);
      return { address };
    } catch (error) {
      return refused(call, error, null);
    }
  },
});

/** Ends a sign-in with what the provider gave to the browser: opens the session of the account, or says why not. */
const login = defineRoute({
  method: 'POST',
  path: '/api/sys/singleSignOn/login',
  summary: { zh: '单点登录：完成', en: 'Single sign-on: complete' },
  permission: PUBLIC,
  params: z.object({ answer: z.string().max(LONGEST_ANSWER) }),
  example: { answer: 'code=code-of-the-provider&state=state-of-the-begin' },
  handler: async (call) => {
    const { services, request, language } = call;
    const config = configOf(call);
    await countTry(services.system, request.ip, 'signOn', PER_ADDRESS);
    const answer = new URLSearchParams(call.params.answer);
    let subject: string | null = null;
    try {
      // Taken before anything is looked at: what failed once is not tried again.
      const way = await takeWay(services.system, answer.get('state') ?? '', wayMark(request));
      const vouched = await exchange(config, way, answer);
      ({ subject } = vouched);
      const employeeId = await accountOf({ services, language, request }, config, vouched);
      const begun = await beginSession(call, employeeId, {
        remember: way.remember,
        way: 'openId',
        secondFactor: hasSecondFactor(vouched.claims, config.secondFactor),
        vouched,
      }).catch((error: unknown) => {
        // The only refusal of a session: who holds the account is beyond doubt here.
        throw error instanceof Fault && error.code === 403 ? new Refusal('noSecondFactor') : error;
      });
      await recordSignOn(services.system, { failure: null, subject, employeeId, ip: request.ip });
      return begun;
    } catch (error) {
      return refused(call, error, subject);
    }
  },
});

/** Ends the session here, and tells the address that ends the provider's too; null where there is none. */
const logout = defineRoute({
  method: 'POST',
  path: '/api/sys/singleSignOn/logout',
  summary: { zh: '单点登录：退出', en: 'Single sign-on: log out' },
  permission: PUBLIC,
  params: z.object({}),
  handler: async ({ services, request, reply }) => {
    const token = await tokenToEnd(services.system, request);
    const vouched = token ? await vouchedOf(services.system, token) : undefined;
    if (token) await closeSession(services.system, token);
    takeCookie(request, reply);
    const config = services.config.singleSignOn;
    if (!config || !vouched) return { address: null };
    // A provider that is down does not keep anybody in.
    return { address: await wayOut(config, vouched.idToken).catch(() => null) };
  },
});

export const signInRoutes = [getDoor, begin, login, logout];
