import { sql } from 'kysely';
import * as z from 'zod';
import { forbidden } from '#contract/error.ts';
import { id, pageOf, paging } from '#contract/param.ts';
import { funCodeOf } from '#contract/permission.ts';
import { resourceOf, resources } from '#resource/index.ts';
import { defineRoute } from '#server/route.ts';

/** The history of one row: who changed what and when; for whoever may see the row. */
export const getOperLog = defineRoute({
  method: 'GET',
  path: '/api/sys/operLog/getlist',
  summary: { zh: '记录的变更历史', en: 'Change history of a row' },
  permission: null,
  why: 'asked',
  params: z.object({ resource: z.enum(resources.map((r) => r.name)), id: id(), ...paging }),
  example: { resource: 'consumer', id: 1001 },
  handler: async ({ trx, caller, params }) => {
    const resource = resourceOf(params.resource);
    if (!caller.funCodes.has(funCodeOf(resource, 'view'))) throw forbidden();
    const page = pageOf(params);
    const { rows } = await sql<{
      id: number;
      at: Date;
      userName: string | null;
      action: string;
      /** The fields as they were, by name. */
      before: Readonly<Record<string, unknown>> | null;
      /** The fields as they became, by name. */
      after: Readonly<Record<string, unknown>> | null;
      remarks: string | null;
    }>`
      select id, at, user_name as "userName", action, before, after, remarks from oper_log
      where resource = ${resource.name} and row_id = ${params.id} order by id desc
      limit ${page.pageSize} offset ${(page.current - 1) * page.pageSize}`.execute(trx);
    const { rows: counts } = await sql<{ total: number }>`
      select count(*)::integer as total from oper_log
      where resource = ${resource.name} and row_id = ${params.id}`.execute(trx);
    return { list: rows, pagination: { total: counts[0]?.total ?? 0, ...page } };
  },
});
