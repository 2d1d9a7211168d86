import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod';
import { badInput } from '#contract/error.ts';
import { id } from '#contract/param.ts';
import type { Db } from '#server/database/db.ts';
import { defineRoute } from '#server/route.ts';
import type { Worker } from '../contract.ts';

/** Which accounts work of an enterprise can be given to: those of it in use; the executor shows those that the caller sees. */
const worksFor = (consumerId: number): RawBuilder<boolean> =>
  sql<boolean>`state = '1' and (consumer_id = ${consumerId} or ${consumerId}::integer = any (consumer_id_list))`;

/** @throws Fault 400 for an account that work of the enterprise cannot be given to */
export async function checkWorker(trx: Db, employeeId: number, consumerId: number): Promise<void> {
  const { rows } =
    await sql`select 1 from org_employee where id = ${employeeId} and ${worksFor(consumerId)}`.execute(trx);
  if (rows.length === 0)
    throw badInput(
      {
        zh: '处理人：该企业没有此账号，或账号已停用',
        en: 'Assigned to: the enterprise has no such account in use',
      },
      'assigneeId',
    );
}

export const getWorkers = defineRoute({
  method: 'GET',
  path: '/api/alarm/workOrder/getWorkers',
  summary: { zh: '可派单的账号', en: 'Accounts that work can be given to' },
  permission: 'alarm.workOrder.move',
  params: z.object({ consumerId: id() }),
  example: { consumerId: 1001 },
  handler: async ({ trx, params }): Promise<Worker[]> => {
    const { rows } = await sql<Worker>`
      select id as "employeeId", shown_name(name, name_en) as name from org_employee
      where ${worksFor(params.consumerId)} order by name, id limit 500`.execute(trx);
    return rows;
  },
});
