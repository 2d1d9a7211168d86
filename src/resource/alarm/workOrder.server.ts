import { sql } from 'kysely';
import { conflict } from '#contract/error.ts';
import { isOver, type WorkOrderState } from '#contract/workOrder.ts';
import type { Slots } from '#server/resource/slot.ts';

/** A work order begins as new, and what is over stays as it was; its state moves by `move` alone. */
export const workOrderSlots: Slots = {
  beforeSave: async ({ trx }, values, before) => {
    const now = new Date().toISOString();
    if (before && isOver(before['orderState'] as WorkOrderState))
      throw conflict(
        {
          zh: '状态：已验收或已取消的工单不能再修改',
          en: 'State: an accepted or cancelled work order changes no more',
        },
        'orderState',
      );
    if (before === null) Object.assign(values, { orderState: 'new', createdAt: now, changedAt: now });
    else if (Object.keys(values).length > 0) values['changedAt'] = now;
    const row: Readonly<Record<string, unknown>> = { ...before, ...values };
    if (row['siteId']) return;
    // Where it is follows from what it is about.
    const { rows } = await sql<{ site: number | null }>`
      select coalesce((select site_id from monitor_object where id = ${num(row['monitorObjectId'])}),
        (select site_id from device where id = ${num(row['deviceId'])}),
        (select site_id from ammeter where id = ${num(row['ammeterId'])})) as site`.execute(trx);
    if (rows[0]?.site != null) values['siteId'] = rows[0].site;
  },
  afterSave: async ({ trx, caller }, row, before) => {
    if (before !== null) return;
    await sql`insert into work_order_step (work_order_id, consumer_id, employee_id, employee_name, to_state, note)
      values (${row.id}, ${num(row['consumerId'])}, ${caller.employeeId}, ${caller.name}, 'new', null)`.execute(
      trx,
    );
  },
  // No number names an order: the newest of that name, place and due time stands for a row of a file.
  findSame: async ({ trx }, values) => {
    const { rows } = await sql<{ id: number }>`select id from work_order
      where order_name = ${String(values['orderName'])} and consumer_id = ${num(values['consumerId'])}
        and site_id is not distinct from ${num(values['siteId'])}
        and due_at is not distinct from ${(values['dueAt'] as string | undefined) ?? null}
      order by id desc limit 1`.execute(trx);
    return rows[0]?.id;
  },
  beforeDelete: async (_call, row) => {
    if (row['orderState'] !== 'new')
      throw conflict(
        {
          zh: '状态：只能删除新建的工单，其余请取消',
          en: 'State: a new work order alone can be deleted; cancel others',
        },
        'orderState',
      );
  },
};

const num = (value: unknown): number | null => (typeof value === 'number' ? value : null);
