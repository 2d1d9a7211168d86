import { sql } from 'kysely';
import * as z from 'zod';
import { noSuchRow } from '#contract/error.ts';
import { id } from '#contract/param.ts';
import type { WorkOrderState } from '#contract/workOrder.ts';
import type { Db } from '#server/database/db.ts';
import { defineRoute } from '#server/route.ts';
import { sentKey, wasSent, writeStep } from './steps.ts';

/** Whether somebody said the same a moment ago: of who sends no key, the same words are a repetition. */
async function wasSaid(trx: Db, workOrderId: number, employeeId: number, note: string): Promise<boolean> {
  const { rows } = await sql`select 1 from work_order_step where work_order_id = ${workOrderId} and is_comment
    and employee_id = ${employeeId} and note = ${note} and at > now() - interval '10 minutes'`.execute(trx);
  return rows.length > 0;
}

export const comment = defineRoute({
  method: 'POST',
  path: '/api/alarm/workOrder/comment',
  summary: { zh: '工单：备注', en: 'Work orders: say something' },
  permission: 'alarm.workOrder.move',
  params: z.object({ id: id(), note: z.string().trim().min(1).max(1000), sentKey }),
  example: { id: 1, note: 'the part is ordered' },
  handler: async (call): Promise<{ readonly workOrderId: number }> => {
    const { trx, params, caller } = call;
    const { rows } = await sql<{ consumerId: number; state: WorkOrderState }>`
      select consumer_id as "consumerId", order_state as state from work_order where id = ${params.id} for update`.execute(
      trx,
    );
    const [order] = rows;
    if (!order) throw noSuchRow();
    const { id: workOrderId, note, sentKey: key } = params;
    const said =
      key === undefined
        ? await wasSaid(trx, workOrderId, caller.employeeId, note)
        : await wasSent(trx, workOrderId, caller.employeeId, key);
    const { consumerId, state } = order;
    if (!said)
      await writeStep(call, { workOrderId, consumerId, from: state, to: state, note, key, comment: true });
    return { workOrderId };
  },
});
