import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { EVENT_LEVELS } from '#contract/linkage.ts';
import { WORK_DEMANDS, WORK_ORDER_STATES } from '#contract/workOrder.ts';
import { choice } from '#field/choice/contract.ts';
import { dateTime } from '#field/dateTime/contract.ts';
import { integer } from '#field/integer/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, secondName } from '../common.ts';
import { siteId } from './field.ts';

/** Work that an alarm or a person asks for. Its state moves by calls of their own, each move written down. */
export const workOrder = defineResource({
  name: 'workOrder',
  area: 'alarm',
  label: { zh: '工单', en: 'Work orders' },
  idName: 'workOrderId',
  title: 'orderName',
  order: '-createdAt',
  screen: '/SDNWatch/SDNWorkOrder',
  fields: {
    orderName: text('工单名称', 'Work order', { max: 200 }),
    orderNameEn: secondName(200),
    consumerId: consumerId(),
    siteId: siteId(),
    demand: choice('需求类型', 'Kind of need', WORK_DEMANDS, { initial: 'repair' }),
    urgency: choice('紧急程度', 'Urgency', EVENT_LEVELS, { initial: '3' }),
    description: optional(text('需求说明', 'What is to be done', { max: 1000, hidden: true })),
    orderState: choice('状态', 'State', WORK_ORDER_STATES, { initial: 'new', readOnly: true }),
    monitorObjectId: optional(reference('监测对象', 'Object', 'monitorObject', { hidden: true })),
    deviceId: optional(reference('设备', 'Device', 'device', { hidden: true })),
    ammeterId: optional(reference('表计', 'Meter', 'ammeter', { hidden: true })),
    alarmRecordId: optional(
      integer('告警记录编号', 'Id of the alarm record', { plain: true, hidden: true, readOnly: true }),
    ),
    assigneeId: optional(reference('处理人', 'Assigned to', 'orgEmployee', { readOnly: true })),
    procInfo: optional(text('处理说明', 'What was done', { max: 1000, hidden: true, readOnly: true })),
    createdAt: optional(dateTime('创建时间', 'Created', { readOnly: true })),
    dueAt: optional(dateTime('要求完成时间', 'Due')),
    doneAt: optional(dateTime('完成时间', 'Done', { readOnly: true })),
    changedAt: optional(dateTime('最近变更', 'Last change', { hidden: true, readOnly: true })),
    remark: remark(),
  },
});
