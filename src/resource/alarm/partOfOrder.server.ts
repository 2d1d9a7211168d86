import { sql } from 'kysely';
import { conflict } from '#contract/error.ts';
import { isOver, type WorkOrderState } from '#contract/workOrder.ts';
import type { Db } from '#server/database/db.ts';
import type { Slots } from '#server/resource/slot.ts';

/** Holds work orders as they stand until the transaction ends. @throws Fault 409 where one of them is over */
async function refuseOver(trx: Db, orderIds: readonly unknown[]): Promise<void> {
  const ids = orderIds.filter((one) => typeof one === 'number');
  const { rows } = await sql<{ state: WorkOrderState }>`select order_state as state from work_order
    where id = any (${ids}::integer[]) order by id for share`.execute(trx);
  if (rows.some(({ state }) => isOver(state)))
    throw conflict(
      {
        zh: '工单：已验收或已取消，其备件与附件不能再变更',
        en: 'Work order: it is accepted or cancelled, its parts and files change no more',
      },
      'workOrderId',
    );
}

/** Parts and files of a work order change no more than the order itself when it is over. */
export const partOfOrderSlots: Slots = {
  beforeSave: ({ trx }, values, before) => refuseOver(trx, [before?.['workOrderId'], values['workOrderId']]),
  beforeDelete: ({ trx }, row) => refuseOver(trx, [row['workOrderId']]),
};
