import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { choice } from '#field/choice/contract.ts';
import { dateTime } from '#field/dateTime/contract.ts';
import { decimal } from '#field/decimal/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, secondName } from '../common.ts';

/** What happened to a device: installed, moved, inspected, repaired, retired. */
export const deviceTrace = defineResource({
  name: 'deviceTrace',
  area: 'archive',
  label: { zh: '设备履历', en: 'Life of devices' },
  idName: 'deviceTraceId',
  title: 'title',
  order: '-happenedAt',
  screen: '/SDNEquipment/SDNDeviceTrace',
  unique: [['deviceId', 'happenedAt', 'title']],
  fields: {
    title: text('事项', 'Event', { max: 120 }),
    titleEn: secondName(),
    deviceId: reference('设备', 'Device', 'device'),
    consumerId: consumerId(),
    traceType: choice(
      '类别',
      'Kind',
      {
        1: { zh: '安装', en: 'Installed' },
        2: { zh: '移位', en: 'Moved' },
        3: { zh: '点检', en: 'Inspected' },
        4: { zh: '故障', en: 'Failed' },
        5: { zh: '维修', en: 'Repaired' },
        6: { zh: '报废', en: 'Retired' },
      },
      { initial: '3' },
    ),
    happenedAt: dateTime('发生时间', 'At'),
    person: optional(text('经办人', 'By', { max: 40 })),
    cost: optional(decimal('费用', 'Cost', { from: 0, unit: '元' })),
    description: optional(text('经过', 'Description', { max: 255, hidden: true })),
    remark: remark(),
  },
});
