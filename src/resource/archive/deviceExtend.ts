import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, ix, remark, secondName } from '../common.ts';

/** A further fact about a device, by name. */
export const deviceExtend = defineResource({
  name: 'deviceExtend',
  area: 'archive',
  label: { zh: '设备扩展信息', en: 'Further facts of devices' },
  idName: 'deviceExtendId',
  title: 'extendName',
  order: 'ix',
  screen: '/SDNEquipment/SDNDeviceExtend',
  unique: [['deviceId', 'extendName']],
  fields: {
    extendName: text('参数名称', 'Fact', { max: 60 }),
    extendNameEn: secondName(),
    extendValue: text('参数值', 'Value', { max: 255 }),
    unit: optional(text('单位', 'Unit', { max: 20 })),
    deviceId: reference('设备', 'Device', 'device'),
    consumerId: consumerId(),
    ix: ix(),
    remark: remark(),
  },
});
