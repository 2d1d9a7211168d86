import { sql } from 'kysely';
import * as z from 'zod';
import { badInput, conflict, noSuchRow } from '#contract/error.ts';
import { id } from '#contract/param.ts';
import { mayMove, nextStates, WORK_ORDER_STATES, type WorkOrderState } from '#contract/workOrder.ts';
import { workOrder } from '#resource/alarm/workOrder.ts';
import type { Db } from '#server/database/db.ts';
import { recordChange } from '#server/resource/audit.ts';
import { findRow } from '#server/resource/row.ts';
import type { JsonRow, SlotCall } from '#server/resource/slot.ts';
import { defineRoute } from '#server/route.ts';
import { sentKey, wasSent, writeStep } from './steps.ts';
import { checkWorker } from './workers.ts';

/** Function code of whoever moves work orders on. */
const MOVE = 'alarm.workOrder.move';

const wordsOf = (states: readonly WorkOrderState[], language: 'zh' | 'en'): string =>
  states.map((one) => WORK_ORDER_STATES[one][language]).join(language === 'zh' ? '、' : ', ');

/** @throws Fault 409 where the state does not lead there */
function refuseMove(from: WorkOrderState, to: WorkOrderState): void {
  if (mayMove(from, to)) return;
  const next = nextStates(from);
  throw conflict(
    {
      zh: `状态：工单为“${WORK_ORDER_STATES[from].zh}”，${next.length > 0 ? `只能变为：${wordsOf(next, 'zh')}` : '不能再变更'}`,
      en: `State: the work order is ${WORK_ORDER_STATES[from].en.toLowerCase()}, ${
        next.length > 0 ? `it can become: ${wordsOf(next, 'en').toLowerCase()}` : 'it changes no more'
      }`,
    },
    'orderState',
  );
}

/** A move is meant for the order as whoever makes it saw it. @throws Fault 409 where another moved it since */
function refuseMoved(now: WorkOrderState, seen: WorkOrderState | undefined): void {
  if (seen === undefined || seen === now) return;
  const { zh, en } = WORK_ORDER_STATES[now];
  throw conflict(
    {
      zh: `状态：工单已变为“${zh}”，请查看后再操作`,
      en: `State: the work order is ${en.toLowerCase()} by now; look at it first`,
    },
    'orderState',
  );
}

interface Given {
  readonly assigneeId?: number | undefined;
  readonly procInfo?: string | undefined;
}

/** Who takes the work, and what was done, where the state asks for it. @throws Fault 400 */
async function checkMove(trx: Db, to: WorkOrderState, consumerId: number, given: Given): Promise<void> {
  if (to === 'assigned' && given.assigneeId === undefined)
    throw badInput({ zh: '处理人：派单时必须填写', en: 'Assigned to: is needed' }, 'assigneeId');
  if (['done', 'cancelled'].includes(to) && !given.procInfo?.trim())
    throw badInput({ zh: '处理说明：必须填写', en: 'What was done: is needed' }, 'procInfo');
  if (given.assigneeId !== undefined) await checkWorker(trx, given.assigneeId, consumerId);
}

/**
 * Whether somebody did the work of an order, as who it was given to or who said that it is done, and another account in use of the
 * enterprise that is not limited to a part of it may accept it. Asked beyond what the caller sees: a person of one site must not accept because others are hidden.
 */
export async function mustNotAccept(
  system: Db,
  order: { readonly id: number; readonly consumerId: number; readonly assigneeId: number | null },
  employeeId: number,
): Promise<boolean> {
  const { rows } = await sql<{ own: boolean; others: boolean }>`
    select ${order.assigneeId} is not distinct from ${employeeId} or coalesce((
        select s.employee_id = ${employeeId} from work_order_step s
        where s.work_order_id = ${order.id} and s.to_state = 'done' and not s.is_comment order by s.id desc limit 1), false) as own,
      exists (
        select from org_employee e where e.state = '1' and e.id <> ${employeeId} and e.id is distinct from ${order.assigneeId}
          and (e.consumer_id = ${order.consumerId} or ${order.consumerId}::integer = any (e.consumer_id_list))
          and coalesce(cardinality(e.org_limit_list), 0) = 0
          and not exists (select from org_role r
            where r.id = any (e.role_id_list) and cardinality(r.org_limit_list) > 0)
          and exists (select from org_role r join fun f on f.id = any (r.org_fun_list)
            where r.id = any (e.role_id_list) and f.fun_code = ${MOVE})) as others`.execute(system);
  return rows[0]?.own === true && rows[0].others;
}

interface Move extends Given {
  readonly id: number;
  readonly orderState: WorkOrderState;
  readonly sentKey?: string | undefined;
}

/** Whether the caller made this move before: a phone that heard no answer says it once more, with its key where it has one. */
async function isRepeated(trx: Db, employeeId: number, before: JsonRow, move: Move): Promise<boolean> {
  const { id: orderId, orderState: to, assigneeId, procInfo, sentKey: key } = move;
  if (await wasSent(trx, orderId, employeeId, key)) return true;
  const sameWorker = assigneeId === undefined || before['assigneeId'] === assigneeId;
  if (before['orderState'] !== to || !sameWorker) return false;
  const { rows } = await sql<{ same: boolean }>`
    select to_state = ${to} and employee_id = ${employeeId} and note is not distinct from ${procInfo ?? null}
      and at > now() - interval '1 day' as same
    from work_order_step where work_order_id = ${orderId} and not is_comment order by id desc limit 1`.execute(
    trx,
  );
  return rows[0]?.same === true;
}

/** Writes the move into its order and down as a step. */
async function write(call: Pick<SlotCall, 'trx' | 'caller'>, before: JsonRow, move: Move): Promise<void> {
  const { id: workOrderId, orderState: to, assigneeId, procInfo, sentKey: key } = move;
  await sql`update work_order set order_state = ${to}, changed_at = now(),
      done_at = case when ${to} = 'done' then now() when ${to} = 'working' then null else done_at end,
      assignee_id = coalesce(${assigneeId ?? null}, assignee_id),
      proc_info = case when ${to} in ('done', 'cancelled') then ${procInfo ?? null} else proc_info end
    where id = ${workOrderId}`.execute(call.trx);
  const [consumerId, from] = [Number(before['consumerId']), before['orderState'] as WorkOrderState];
  await writeStep(call, { workOrderId, consumerId, from, to, note: procInfo ?? null, key });
}

const STATE = z.enum(Object.keys(WORK_ORDER_STATES) as [WorkOrderState]);

/** Moves a work order on; two who move it at once come one after the other. */
export const move = defineRoute({
  method: 'POST',
  path: '/api/alarm/workOrder/move',
  summary: { zh: '工单：派单、处理、验收、取消', en: 'Work orders: assign, work, accept, cancel' },
  permission: MOVE,
  params: z.object({
    id: id(),
    orderState: STATE,
    /** The state that the caller saw. */
    fromState: STATE.optional(),
    assigneeId: id().optional(),
    procInfo: z.string().max(1000).optional(),
    sentKey,
  }),
  row: workOrder,
  example: { id: 1, orderState: 'assigned', assigneeId: 2 },
  handler: async (call) => {
    const { trx, params, caller } = call;
    const { orderState: to, fromState } = params;
    await sql`select from work_order where id = ${params.id} for update`.execute(trx);
    const before = await findRow(trx, workOrder, params.id);
    if (!before) throw noSuchRow();
    if (await isRepeated(trx, caller.employeeId, before, params)) return before;
    const from = before['orderState'] as WorkOrderState;
    const consumerId = Number(before['consumerId']);
    refuseMoved(from, fromState);
    refuseMove(from, to);
    await checkMove(trx, to, consumerId, params);
    const order = { id: params.id, consumerId, assigneeId: (before['assigneeId'] ?? null) as number | null };
    if (to === 'accepted' && (await mustNotAccept(call.services.system, order, caller.employeeId)))
      throw conflict(
        {
          zh: '状态：做这项工作的人不能自己验收，请由其他有权限的人验收',
          en: 'State: whoever did the work cannot accept it; somebody else who may has to',
        },
        'orderState',
      );
    await write(call, before, params);
    const after = await findRow(trx, workOrder, params.id);
    if (!after) throw noSuchRow();
    await recordChange(call, workOrder, 'edit', before, after);
    return after;
  },
});
