import { defineResource } from '#contract/define.ts';
import { deviceTypeOptions, DEVICE_TYPE } from '#contract/deviceType.ts';
import { optional } from '#contract/field.ts';
import { choice } from '#field/choice/contract.ts';
import { text } from '#field/text/contract.ts';
import { remark, secondName } from '../common.ts';

/** A model of device: how meters of one make are read; its register map says what lies where. */
export const deviceModel = defineResource({
  name: 'deviceModel',
  area: 'archive',
  label: { zh: '设备型号', en: 'Device models' },
  idName: 'deviceModelId',
  title: 'deviceModelName',
  scope: null,
  screen: '/SDNBaseConfig/SDNDeviceType',
  unique: [['deviceModelCode']],
  fields: {
    deviceModelName: text('型号名称', 'Model name', { max: 60 }),
    deviceModelNameEn: secondName(),
    deviceModelCode: text('型号代码', 'Model code', { max: 60 }),
    manufacturer: optional(text('生产厂家', 'Manufacturer', { max: 60 })),
    deviceType: choice('表计类型', 'Meter type', deviceTypeOptions, {
      initial: DEVICE_TYPE.electricityMeter,
    }),
    protocol: choice(
      '通信规约',
      'Protocol',
      {
        1: { zh: 'Modbus', en: 'Modbus' },
        2: { zh: 'DL/T 645-2007', en: 'DL/T 645-2007' },
        3: { zh: 'DL/T 645-1997', en: 'DL/T 645-1997' },
        4: { zh: 'SunSpec（Modbus）', en: 'SunSpec (Modbus)' },
      },
      { initial: '1' },
    ),
    remark: remark(),
  },
});
