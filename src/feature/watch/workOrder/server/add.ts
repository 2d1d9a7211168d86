import { sql } from 'kysely';
import * as z from 'zod';
import { noSuchRow } from '#contract/error.ts';
import { funCodeOf } from '#contract/permission.ts';
import { workOrder } from '#resource/alarm/workOrder.ts';
import { findRow } from '#server/resource/row.ts';
import type { JsonRow, SlotCall } from '#server/resource/slot.ts';
import { add as addAny } from '#server/resource/verb/add.ts';
import { addRow } from '#server/resource/write.ts';
import { defineRoute } from '#server/route.ts';

/** The order that the caller made with a key before; who sends it twice at once waits. @throws Fault 404 where it is out of sight */
async function madeBefore({ trx, caller, services }: SlotCall, sentKey: string): Promise<JsonRow | null> {
  const { employeeId } = caller;
  await sql`select pg_advisory_xact_lock(hashtext('workOrder.add'), hashtext(${`${employeeId} ${sentKey}`}))`.execute(
    trx,
  );
  // It is made once, even where the caller sees it no longer.
  const { rows } = await sql<{ id: number }>`select id from work_order
    where _sent_by = ${employeeId} and _sent_key = ${sentKey}`.execute(services.system);
  const [made] = rows;
  if (!made) return null;
  const row = await findRow(trx, workOrder, made.id);
  if (!row) throw noSuchRow();
  return row;
}

/** Adds a work order; sent again with the same key by the same account it answers the one that is there, whatever became of it. */
export const add = defineRoute({
  method: 'POST',
  path: '/api/alarm/workOrder/add',
  summary: { zh: '工单：新建', en: 'Work orders: add' },
  permission: funCodeOf(workOrder, 'add'),
  params: z.looseObject({ sentKey: z.string().min(1).max(64).optional() }),
  row: workOrder,
  answerOf: 'resource/add',
  toldBy: addAny.handler,
  handler: async (call): Promise<JsonRow> => {
    const { sentKey, ...fields } = call.params;
    if (sentKey === undefined) return addRow(call, workOrder, fields);
    const before = await madeBefore(call, sentKey);
    if (before) return before;
    const row = await addRow(call, workOrder, fields);
    await sql`update work_order set _sent_by = ${call.caller.employeeId}, _sent_key = ${sentKey} where id = ${row.id}`.execute(
      call.trx,
    );
    return row;
  },
});
