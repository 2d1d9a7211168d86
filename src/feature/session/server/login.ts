import { sql } from 'kysely';
import * as z from 'zod';
import { badInput } from '#contract/error.ts';
import { yesNo } from '#contract/param.ts';
import { defineRoute, PUBLIC } from '#server/route.ts';
import type { Db } from '#server/database/db.ts';
import { countTry, forgetTries } from './attempt.ts';
import { hashPassword, passwordFits } from './password.ts';
import { closeSession, COOKIE, openSession, REMEMBER_HOURS } from './session.ts';
import { accountOf, passwordExpiredOf } from './account.ts';

interface SecretRow {
  readonly id: number;
  readonly password_hash: string;
}

async function secretOf(db: Db, userName: string): Promise<SecretRow | undefined> {
  const { rows } = await sql<SecretRow>`
    select e.id, s.password_hash from org_employee e join employee_secret s on s.employee_id = e.id
    where lower(e.user_name) = ${userName} and e.state = '1'
      and (e.expired_time is null or e.expired_time >= current_date)`.execute(db);
  return rows[0];
}

// Compared when no account has the name, so that the reply takes as long as for one that exists.
const nobody = hashPassword('nobody holds this password');

export const login = defineRoute({
  method: 'POST',
  path: '/api/sys/login',
  summary: { zh: '登录', en: 'Log in' },
  permission: PUBLIC,
  params: z.object({
    userName: z.string().min(1).max(60),
    password: z.string().min(1).max(200),
    appCode: z.string().max(60).optional(),
    remember: yesNo().default(false),
  }),
  example: { userName: 'steel', password: 'steel-demo', appCode: 'web' },
  handler: async ({ params, services, request, reply }) => {
    const db = services.system;
    const name = params.userName.trim().toLowerCase();
    const triesLeft = await countTry(db, name);
    const secret = await secretOf(db, name);
    const fits = await passwordFits(params.password, secret?.password_hash ?? (await nobody));
    if (!secret || !fits) {
      throw badInput(
        {
          zh: `用户名或密码不正确，还可尝试 ${triesLeft} 次`,
          en: `The user name or the password is wrong, ${triesLeft} tries left`,
        },
        'password',
        { triesLeft },
      );
    }
    await forgetTries(db, name);
    const token = await openSession(db, secret.id, request.ip, params.remember);
    void reply.setCookie(COOKIE, token, {
      path: '/',
      httpOnly: true,
      sameSite: 'strict',
      secure: request.protocol === 'https',
      ...(params.remember ? { maxAge: REMEMBER_HOURS * 3600 } : {}),
    });
    return {
      user: await accountOf(db, secret.id),
      passwordExpired: await passwordExpiredOf(db, secret.id),
    };
  },
});

export const logout = defineRoute({
  method: 'POST',
  path: '/api/sys/logout',
  summary: { zh: '退出', en: 'Log out' },
  permission: PUBLIC,
  params: z.object({}),
  handler: async ({ services, request, reply }) => {
    const token = request.cookies[COOKIE];
    if (token) await closeSession(services.system, token);
    void reply.clearCookie(COOKIE, { path: '/' });
    return null;
  },
});
