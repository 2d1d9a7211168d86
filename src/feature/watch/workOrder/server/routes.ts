import { sql } from 'kysely';
import * as z from 'zod';
import type { Page } from '#contract/envelope.ts';
import { badInput } from '#contract/error.ts';
import { id, pageOf, paging, wordList, yesNo } from '#contract/param.ts';
import { funCodeOf } from '#contract/permission.ts';
import {
  WORK_DEMANDS,
  WORK_ORDER_STATES,
  type WorkDemand,
  type WorkOrderState,
} from '#contract/workOrder.ts';
import { workOrder } from '#resource/alarm/workOrder.ts';
import { addRow } from '#server/resource/write.ts';
import { defineRoute } from '#server/route.ts';
import type { DemandWord, OrderCount, OrderInfo, OrderRow, OrderStatistics, Tactic } from '../contract.ts';
import { add } from './add.ts';
import { comment } from './comment.ts';
import { orderInfo } from './info.ts';
import { move } from './move.ts';
import { orderCount, type OrderQuery, orderRows, orderStatistics } from './rows.ts';
import { demandWords, tacticsOf } from './tactics.ts';
import { getWorkers } from './workers.ts';

const AT = '/api/alarm/workOrder';
/** Function code of whoever sees work orders. */
export const VIEW = funCodeOf(workOrder, 'view');
const STATES = Object.keys(WORK_ORDER_STATES) as [WorkOrderState, ...WorkOrderState[]];

const states = wordList()
  .pipe(z.array(z.enum(STATES)).min(1))
  .optional();

/** Which work orders a call asks for. */
export const orderQuery = {
  consumerId: id().optional(),
  siteId: id().optional(),
  states,
  demand: z.enum(Object.keys(WORK_DEMANDS) as [WorkDemand, ...WorkDemand[]]).optional(),
  urgency: z.enum(['1', '2', '3', '4']).optional(),
  assigneeId: id().optional(),
  /** Those given to the caller. */
  mine: yesNo().default(false),
  monitorObjectId: id().optional(),
  deviceId: id().optional(),
  ammeterId: id().optional(),
  alarmRecordId: id().optional(),
  late: yesNo().default(false),
  search: z.string().max(100).optional(),
};

type Given = OrderQuery & { readonly mine: boolean };

/** What is asked for in the words of the rows. */
export const queryOf = ({ mine, ...rest }: Given, employeeId: number): OrderQuery =>
  mine ? { ...rest, assigneeId: employeeId } : rest;

export const getList = defineRoute({
  method: 'GET',
  path: `${AT}/getList`,
  summary: { zh: '工单：按条件分页查询', en: 'Work orders of a query, by page' },
  permission: VIEW,
  params: z.object({ ...orderQuery, ...paging }),
  example: { pageSize: 10 },
  handler: async ({ trx, params, caller }): Promise<Page<OrderRow>> => {
    const { current, pageSize } = pageOf(params);
    const { rows, total } = await orderRows(trx, queryOf(params, caller.employeeId), {
      limit: pageSize,
      offset: (current - 1) * pageSize,
    });
    return { list: rows, pagination: { current, pageSize, total } };
  },
});

export const getInfo = defineRoute({
  method: 'GET',
  path: `${AT}/getInfo`,
  summary: { zh: '工单：详情、过程、备件与附件', en: 'A work order with its steps, parts and files' },
  permission: VIEW,
  params: z.object({ id: id() }),
  example: { id: 1 },
  handler: ({ trx, params, caller, services }): Promise<OrderInfo> =>
    orderInfo(trx, params.id, { employeeId: caller.employeeId, system: services.system }),
});

export const getCount = defineRoute({
  method: 'GET',
  path: `${AT}/getCount`,
  summary: { zh: '工单数量', en: 'How many work orders' },
  permission: VIEW,
  params: z.object(orderQuery),
  example: {},
  handler: ({ trx, params, caller }): Promise<OrderCount> =>
    orderCount(trx, queryOf(params, caller.employeeId)),
});

const getStatistics = defineRoute({
  method: 'GET',
  path: `${AT}/getStatistics`,
  summary: { zh: '工单统计：状态、类型、按时率、用时', en: 'Work orders by state and kind, in time or late' },
  permission: VIEW,
  params: z.object({ ...orderQuery, days: z.coerce.number().int().min(1).max(3660).default(90) }),
  example: {},
  handler: ({ trx, params, caller }): Promise<OrderStatistics> => {
    const { days, ...rest } = params;
    return orderStatistics(trx, queryOf(rest, caller.employeeId), days);
  },
});

export const getDemandList = defineRoute({
  method: 'GET',
  path: `${AT}/getDemandList`,
  summary: { zh: '工单：需求类型', en: 'Work orders: kinds of need' },
  permission: VIEW,
  params: z.object({}),
  example: {},
  handler: async (): Promise<DemandWord[]> => demandWords(),
});

export const getTacticsList = defineRoute({
  method: 'GET',
  path: `${AT}/getTacticsList`,
  summary: { zh: '工单：各类告警的处置建议', en: 'Work orders: what is advised for each type of alarm' },
  permission: VIEW,
  params: z.object({ alarmType: z.enum(['1', '2', '3', '4', '5']).optional() }),
  example: {},
  handler: async ({ params }): Promise<Tactic[]> => tacticsOf(params.alarmType),
});

export const getRecentOrderBySite = defineRoute({
  method: 'GET',
  path: `${AT}/getRecentOrderBySite`,
  summary: { zh: '站点的最近工单', en: 'The newest work orders of a site' },
  permission: VIEW,
  params: z.object({ siteId: id(), limit: z.coerce.number().int().min(1).max(100).default(5) }),
  example: { siteId: 1003 },
  handler: async ({ trx, params }): Promise<OrderRow[]> => {
    const { rows } = await orderRows(
      trx,
      { siteId: params.siteId },
      { limit: params.limit, offset: 0, newest: true },
    );
    return rows;
  },
});

/** A work order of an alarm, with its name, place, meter and urgency; one that is open already stands for it. */
const addFromAlarm = defineRoute({
  method: 'POST',
  path: `${AT}/addFromAlarm`,
  summary: { zh: '由告警生成工单', en: 'A work order for an alarm' },
  permission: funCodeOf(workOrder, 'add'),
  params: z.object({
    alarmRecordId: id(),
    description: z.string().max(1000).optional(),
    dueAt: z.iso.datetime({ offset: true }).optional(),
  }),
  example: { alarmRecordId: 1, description: 'look at the breaker' },
  handler: async (call): Promise<{ readonly workOrderId: number; readonly fresh: boolean }> => {
    const { trx, params } = call;
    const { rows } = await sql<{
      name: string;
      nameEn: string | null;
      consumerId: number;
      siteId: number | null;
      ammeterId: number | null;
      level: string;
      open: number | null;
    }>`select r.record_name as name, r.record_name_en as "nameEn", r.consumer_id as "consumerId", r.site_id as "siteId", r.ammeter_id as "ammeterId",
        r.alarm_level as level, (select max(w.id) from work_order w where w.alarm_record_id = r.id
          and w.order_state not in ('accepted', 'cancelled')) as open
      from alarm_record r where r.id = ${params.alarmRecordId} for update of r`.execute(trx);
    const [alarm] = rows;
    if (!alarm)
      throw badInput({ zh: '告警：没有这条记录', en: 'Alarm: there is no such record' }, 'alarmRecordId');
    if (alarm.open !== null) return { workOrderId: alarm.open, fresh: false };
    const row = await addRow(call, workOrder, {
      orderName: alarm.name.slice(0, 200),
      ...(alarm.nameEn === null ? {} : { orderNameEn: alarm.nameEn.slice(0, 200) }),
      consumerId: alarm.consumerId,
      ...(alarm.siteId === null ? {} : { siteId: alarm.siteId }),
      ...(alarm.ammeterId === null ? {} : { ammeterId: alarm.ammeterId }),
      urgency: alarm.level,
      ...(params.description ? { description: params.description } : {}),
      ...(params.dueAt ? { dueAt: params.dueAt } : {}),
    });
    await sql`update work_order set alarm_record_id = ${params.alarmRecordId} where id = ${row.id}`.execute(
      trx,
    );
    return { workOrderId: row.id, fresh: true };
  },
});

export const routes = [
  add,
  move,
  getList,
  getInfo,
  getCount,
  getStatistics,
  getDemandList,
  getTacticsList,
  getRecentOrderBySite,
  getWorkers,
  comment,
  addFromAlarm,
];
