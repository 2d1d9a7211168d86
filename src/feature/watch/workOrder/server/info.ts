import { sql } from 'kysely';
import { noSuchRow } from '#contract/error.ts';
import { sumOf } from '#domain/decimal/sum.ts';
import { nextStates } from '#contract/workOrder.ts';
import type { Db } from '#server/database/db.ts';
import type { OrderFile, OrderInfo, OrderPart, OrderStep } from '../contract.ts';
import { mustNotAccept } from './move.ts';
import { orderRows } from './rows.ts';
import { tacticsOf } from './tactics.ts';

/** Who looks at an order: what may be done next depends on it. */
interface Looking {
  readonly employeeId: number;
  /** Sees every row. */
  readonly system: Db;
}

/** All of one work order. @throws Fault 404 */
export async function orderInfo(
  trx: Db,
  workOrderId: number,
  { employeeId, system }: Looking,
): Promise<OrderInfo> {
  const { rows } = await orderRows(trx, { workOrderId }, { limit: 1, offset: 0 });
  const [order] = rows;
  if (!order) throw noSuchRow();
  const { rows: steps } = await sql<OrderStep>`
    select t.id, floor(extract(epoch from t.at) * 1000)::float8 as at, coalesce(shown_name(e.name, e.name_en), t.employee_name) as "byName",
      t.from_state as "fromState", t.to_state as "toState", t.is_comment as comment, t.note
    from work_order_step t left join org_employee e on e.id = t.employee_id
    where t.work_order_id = ${workOrderId} order by t.id limit 1000`.execute(trx);
  const { rows: parts } = await sql<OrderPart>`
    select id, part_name as "partName", quantity::float8 as quantity, unit, cost::float8 as cost from work_order_part
    where work_order_id = ${workOrderId} order by id limit 500`.execute(trx);
  const { rows: files } = await sql<OrderFile>`
    select f.id, shown_name(f.file_name, f.file_name_en) as "fileName", f.file_type as "fileType", r.mime_type as "mimeType"
    from work_order_file f left join file_record r on r.id = f.file_record_id
    where f.work_order_id = ${workOrderId} order by f.id limit 500`.execute(trx);
  const own =
    order.orderState === 'done' && (await mustNotAccept(system, { ...order, id: workOrderId }, employeeId));
  return {
    ...order,
    next: nextStates(order.orderState).filter((state) => !(own && state === 'accepted')),
    own,
    steps,
    parts,
    partsCost: sumOf(parts.map((part) => part.cost)),
    files,
    tactics: order.alarmRecordId === null ? [] : await adviceOf(trx, order.alarmRecordId),
  };
}

async function adviceOf(trx: Db, alarmRecordId: number): Promise<OrderInfo['tactics']> {
  const { rows } = await sql<{ type: string }>`
    select alarm_type as type from alarm_record where id = ${alarmRecordId}`.execute(trx);
  return rows[0] ? (tacticsOf(rows[0].type)[0]?.advice ?? []) : [];
}
