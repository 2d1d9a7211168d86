import { sql } from 'kysely';
import * as z from 'zod';
import { signInRule } from '#contract/signIn.ts';
import { defineRoute } from '#server/route.ts';
import { refuseAllButOperators } from './guard.ts';
import { keepSignInRule, readSignInRule } from './signInRule.ts';

const get = defineRoute({
  method: 'GET',
  path: '/api/sys/signInRule/get',
  summary: { zh: '登录规则', en: 'Rules of signing in' },
  permission: 'sys.signInRule.view',
  params: z.object({}),
  example: {},
  handler: ({ services }) => readSignInRule(services.system),
});

/** What is not given stays as it is. */
const edit = defineRoute({
  method: 'POST',
  path: '/api/sys/signInRule/edit',
  summary: { zh: '登录规则：修改', en: 'Rules of signing in: change them' },
  permission: 'sys.signInRule.edit',
  params: z.object(
    Object.fromEntries(
      Object.entries(signInRule.shape).map(([name, field]) => [name, field.unwrap().optional()]),
    ) as {
      [K in keyof typeof signInRule.shape]: z.ZodOptional<ReturnType<(typeof signInRule.shape)[K]['unwrap']>>;
    },
  ),
  example: { idleMinutes: 60, lifeHours: 12 },
  handler: async (call) => {
    const { services, caller, params, trx } = call;
    refuseAllButOperators(call);
    const before = await readSignInRule(services.system);
    const after = signInRule.parse({ ...before, ...params });
    await keepSignInRule(services.system, after);
    await sql`insert into oper_log (employee_id, user_name, resource, action, before, after, ip)
      values (${caller.employeeId}, ${caller.userName}, 'signInRule', 'edit', ${JSON.stringify(before)}::jsonb,
        ${JSON.stringify(after)}::jsonb, ${caller.ip ?? null})`.execute(trx);
    return after;
  },
});

export const signInRuleRoutes = [get, edit];
