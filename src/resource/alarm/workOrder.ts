import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { WORK_ORDER_STATES } from '#contract/workOrder.ts';
import { choice } from '#field/choice/contract.ts';
import { dateTime } from '#field/dateTime/contract.ts';
import { integer } from '#field/integer/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId } from '../common.ts';
import { siteId } from './field.ts';

/** Work that an alarm asks for. Its state moves by calls of their own, each move written down. */
export const workOrder = defineResource({
  name: 'workOrder',
  area: 'alarm',
  label: { zh: '工单', en: 'Work orders' },
  idName: 'workOrderId',
  title: 'orderName',
  readOnly: true,
  order: '-createdAt',
  screen: '/SDNWatch/SDNWorkOrder',
  fields: {
    orderName: text('工单名称', 'Work order', { max: 200 }),
    consumerId: consumerId(),
    siteId: siteId(),
    orderState: choice('状态', 'State', WORK_ORDER_STATES, { initial: 'new' }),
    alarmRecordId: optional(integer('告警记录编号', 'Id of the alarm record', { plain: true, hidden: true })),
    assigneeId: optional(reference('处理人', 'Assigned to', 'orgEmployee')),
    procInfo: optional(text('处理说明', 'What was done', { max: 1000, hidden: true })),
    createdAt: dateTime('创建时间', 'Created'),
    dueAt: optional(dateTime('要求完成时间', 'Due')),
    changedAt: dateTime('最近变更', 'Last change', { hidden: true }),
  },
});
