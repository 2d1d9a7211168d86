import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { decimal } from '#field/decimal/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark } from '../common.ts';

/** A part that a work order used up. */
export const workOrderPart = defineResource({
  name: 'workOrderPart',
  area: 'alarm',
  label: { zh: '工单备件', en: 'Parts of work orders' },
  idName: 'workOrderPartId',
  title: 'partName',
  screen: '/SDNWatch/SDNWorkOrderPart',
  unique: [['workOrderId', 'partName']],
  fields: {
    partName: text('备件名称', 'Part', { max: 120 }),
    workOrderId: reference('工单', 'Work order', 'workOrder'),
    consumerId: consumerId(),
    quantity: decimal('数量', 'Quantity', { from: 0, initial: 1 }),
    unit: optional(text('单位', 'Unit', { max: 20 })),
    cost: optional(decimal('费用', 'Cost', { from: 0, unit: '元' })),
    remark: remark(),
  },
});
