import { sql } from 'kysely';
import * as z from 'zod';
import { id } from '#contract/param.ts';
import { fillingNow } from '#server/filling.ts';
import { nameIn } from '#server/resource/nameIn.ts';
import { defineRoute } from '#server/route.ts';
import { accountOf, consumerChoices, passwordExpiredOf } from './account.ts';
import { hasFactor } from './factor.ts';
import { homeOf } from './home.ts';
import { preferencesOf } from './preference.ts';

export const getUserInfo = defineRoute({
  method: 'GET',
  path: '/api/sys/getUserInfo',
  summary: { zh: '当前账号', en: 'The account of the session' },
  permission: null,
  why: 'own',
  whilePasswordDue: true,
  whileSecondFactorDue: true,
  params: z.object({}),
  example: {},
  handler: async ({ trx, caller, services, language }) => {
    const user = await accountOf(services.system, caller.employeeId, language);
    const { rows: roles } = await sql<{ roleId: number; roleName: string; homeUrl: string | null }>`
      select r.id as "roleId", ${nameIn('r.role_name', language)} as "roleName", r.home_url as "homeUrl"
      from org_employee e cross join unnest(e.role_id_list) with ordinality as held(id, ix)
        join org_role r on r.id = held.id
      where e.id = ${caller.employeeId} order by held.ix`.execute(services.system);
    const preferences = await preferencesOf(services.system, caller.employeeId);
    const wanted = roles.map(({ homeUrl }) => homeUrl);
    const secondFactor = await hasFactor(services.system, caller.employeeId);
    return {
      user,
      // Asked anew: what is known of the session may be older than the change that was due.
      passwordExpired: caller.passwordDue ? await passwordExpiredOf(services.system, caller.employeeId) : 0,
      secondFactor,
      secondFactorDue: caller.secondFactorDue && !secondFactor ? 1 : 0,
      roles,
      funCodes: [...caller.funCodes].sort(),
      ...(caller.limit ? { limited: true } : {}),
      consumers: await consumerChoices(trx),
      preferences,
      ...(await homeOf(services.system, caller.funCodes, wanted, preferences.home)),
      ...(fillingNow() ? { filling: true } : {}),
    };
  },
});

export const getEmpMap = defineRoute({
  method: 'GET',
  path: '/api/sys/orgEmployee/getEmpMap',
  summary: { zh: '人员编号与姓名', en: 'Names of people by id' },
  permission: null,
  why: 'scope',
  params: z.object({}),
  example: {},
  handler: async ({ trx, caller }) => {
    const { rows } = await sql<{ id: number; name: string }>`
      select id, name from org_employee order by id limit 10000`.execute(trx);
    return Object.fromEntries([
      [caller.employeeId, caller.name],
      ...rows.map((r) => [r.id, r.name]),
    ]) as Record<string, string>;
  },
});

export const getConsumerListByEmp = defineRoute({
  method: 'GET',
  path: '/api/sys/orgEmployee/getConsumerListByEmp',
  summary: { zh: '账号可见的企业', en: 'Enterprises that the account may see' },
  permission: null,
  why: 'own',
  params: z.object({ empId: id().optional() }),
  example: {},
  handler: ({ trx }) => consumerChoices(trx),
});
