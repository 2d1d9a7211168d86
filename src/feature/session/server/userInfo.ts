import { sql } from 'kysely';
import * as z from 'zod';
import { id } from '#contract/param.ts';
import { nameIn } from '#server/resource/nameIn.ts';
import { defineRoute } from '#server/route.ts';
import { accountOf, consumerChoices, passwordExpiredOf } from './account.ts';

export const getUserInfo = defineRoute({
  method: 'GET',
  path: '/api/sys/getUserInfo',
  summary: { zh: '当前账号', en: 'The account of the session' },
  permission: null,
  whilePasswordDue: true,
  params: z.object({}),
  example: {},
  handler: async ({ trx, caller, services, language }) => {
    const user = await accountOf(services.system, caller.employeeId);
    const { rows: roles } = await sql<{ roleId: number; roleName: string }>`
      select r.id as "roleId", ${nameIn('r.role_name', language)} as "roleName" from org_role r
      where r.id = any (select unnest(role_id_list) from org_employee where id = ${caller.employeeId})
      order by r.id`.execute(services.system);
    const passwordExpired = await passwordExpiredOf(services.system, caller.employeeId);
    return {
      user,
      passwordExpired,
      roles,
      funCodes: [...caller.funCodes].sort(),
      consumers: await consumerChoices(trx),
    };
  },
});

export const getEmpMap = defineRoute({
  method: 'GET',
  path: '/api/sys/orgEmployee/getEmpMap',
  summary: { zh: '人员编号与姓名', en: 'Names of people by id' },
  permission: null,
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
  params: z.object({ empId: id().optional() }),
  example: {},
  handler: ({ trx }) => consumerChoices(trx),
});
