import * as z from 'zod';
import { badInput } from '#contract/error.ts';
import { REQUIRED } from '#contract/issue.ts';
import { yesNo } from '#contract/param.ts';
import { secondCode } from '#contract/signIn.ts';
import { defineRoute, PUBLIC } from '#server/route.ts';
import type { Call } from '#server/route.ts';
import { countLogin, passLogin } from './attempt.ts';
import { beginSession } from './begin.ts';
import { proveFactor } from './factor.ts';
import { enterpriseOutOfUse, isEnterpriseOff } from './inUse.ts';
import { originOf } from './origin.ts';
import { accountByPassword } from './password.ts';
import { takeCookie } from './cookie.ts';
import { closeSession, tokenToEnd } from './session.ts';

const credentials = z.object({
  userName: z.string().min(1).max(60),
  password: z.string().min(1).max(200),
  appCode: z.string().max(60).optional(),
  remember: yesNo().default(false),
  code: secondCode(),
});

type Credentials = z.output<typeof credentials>;

/** Checks name, password and second factor, opens a session in place of the one that the browser had, and says who it is. */
async function logIn(call: Call<unknown>, given: Credentials) {
  const { services, request } = call;
  const db = services.system;
  const name = given.userName.trim().toLowerCase();
  const origin = originOf(request);
  const triesLeft = await countLogin(db, name, origin);
  const employeeId = await accountByPassword(db, name, given.password);
  if (employeeId === null) {
    throw badInput(
      {
        zh: `用户名或密码不正确，还可尝试 ${triesLeft} 次`,
        en: `The user name or the password is wrong, ${triesLeft} tries left`,
      },
      'password',
      { triesLeft },
    );
  }
  await passLogin(db, name, origin);
  await proveFactor(services, request, { employeeId, userName: name }, given.code);
  if (await isEnterpriseOff(db, employeeId)) throw enterpriseOutOfUse();
  return beginSession(call, employeeId, { remember: given.remember, way: 'password' });
}

const EXAMPLE = { userName: 'steel', password: 'steel-demo', appCode: 'web' };

const login = defineRoute({
  method: 'POST',
  path: '/api/sys/login',
  summary: { zh: '登录', en: 'Log in' },
  permission: PUBLIC,
  params: credentials,
  example: EXAMPLE,
  handler: (call) => logIn(call, call.params),
});

/** The log-in of the customer area (specification 3 section 7): the same accounts; the name may be called `username`. */
const loginHxyUser = defineRoute({
  method: 'POST',
  path: '/api/hxyUser/userLogin/loginHxyUser',
  summary: { zh: '用户区登录', en: 'Log in to the customer area' },
  permission: PUBLIC,
  params: credentials.partial({ userName: true }).extend({ username: credentials.shape.userName.optional() }),
  example: EXAMPLE,
  handler: (call) => {
    const { username, userName = username, ...given } = call.params;
    if (userName === undefined)
      throw badInput({ zh: `userName：${REQUIRED.zh}`, en: `userName: ${REQUIRED.en}` }, 'userName');
    return logIn(call, { ...given, userName });
  },
});

const decoded = (field: string, text: string): string => {
  const plain = Buffer.from(text, 'base64').toString('utf8');
  if (Buffer.from(plain, 'utf8').toString('base64').replace(/=+$/, '') !== text.replace(/=+$/, ''))
    throw badInput({ zh: `${field}：不是 Base64`, en: `${field}: is not Base64` }, field);
  return plain;
};

/** Log-in with name and password in Base64 (of UTF-8), for apps whose forms spoil other letters; it hides nothing. */
const loginAppEncode = defineRoute({
  method: 'POST',
  path: '/api/sys/loginAppEncode',
  summary: { zh: '应用登录（Base64）', en: 'Log in from an app, name and password in Base64' },
  permission: PUBLIC,
  params: credentials.extend({ userName: z.string().min(1).max(400), password: z.string().min(1).max(400) }),
  example: { userName: 'c3RlZWw=', password: 'c3RlZWwtZGVtbw==', appCode: 'app' },
  handler: async (call) =>
    logIn(call, {
      ...call.params,
      userName: decoded('userName', call.params.userName),
      password: decoded('password', call.params.password),
    }),
});

const logout = defineRoute({
  method: 'POST',
  path: '/api/sys/logout',
  summary: { zh: '退出', en: 'Log out' },
  permission: PUBLIC,
  params: z.object({}),
  handler: async ({ services, request, reply }) => {
    const token = await tokenToEnd(services.system, request);
    if (token) await closeSession(services.system, token);
    takeCookie(request, reply);
    return null;
  },
});

export const loginRoutes = [login, loginHxyUser, loginAppEncode, logout];
