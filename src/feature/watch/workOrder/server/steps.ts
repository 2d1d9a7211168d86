import { sql } from 'kysely';
import * as z from 'zod';
import type { WorkOrderState } from '#contract/workOrder.ts';
import type { Db } from '#server/database/db.ts';
import type { SlotCall } from '#server/resource/slot.ts';

/** What a phone that heard no answer sends its move or comment again with. */
export const sentKey = z.string().min(1).max(64).optional();

/** Whether the caller sent this move or comment of an order before. The order is locked: who sends it twice at once waits. */
export async function wasSent(
  trx: Db,
  workOrderId: number,
  employeeId: number,
  key: string | undefined,
): Promise<boolean> {
  if (key === undefined) return false;
  const { rows } = await sql`select 1 from work_order_step
    where work_order_id = ${workOrderId} and employee_id = ${employeeId} and sent_key = ${key}`.execute(trx);
  return rows.length > 0;
}

interface Step {
  readonly workOrderId: number;
  readonly consumerId: number;
  readonly from: WorkOrderState;
  readonly to: WorkOrderState;
  readonly note: string | null;
  readonly key: string | undefined;
  /** Words alone. */
  readonly comment?: boolean;
}

/** Writes down what the caller did with an order. */
export async function writeStep(
  { trx, caller }: Pick<SlotCall, 'trx' | 'caller'>,
  step: Step,
): Promise<void> {
  const { workOrderId, consumerId, from, to, note, key, comment = false } = step;
  await sql`insert into work_order_step (work_order_id, consumer_id, employee_id, employee_name, from_state, to_state, note, is_comment, sent_key)
    values (${workOrderId}, ${consumerId}, ${caller.employeeId}, ${caller.name}, ${from}, ${to}, ${note}, ${comment}, ${key ?? null})`.execute(
    trx,
  );
}
