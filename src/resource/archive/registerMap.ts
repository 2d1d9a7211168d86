import { defineResource } from '#contract/define.ts';
import { DATA_CODES } from '#contract/dataCode.ts';
import { optional } from '#contract/field.ts';
import { choice } from '#field/choice/contract.ts';
import { decimal } from '#field/decimal/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { FACTOR_UNITS, VALUE_TYPES, WORD_ORDERS } from '#contract/registerMap.ts';
import { remark } from '../common.ts';

const dataCodeOptions = Object.fromEntries(
  DATA_CODES.map(({ code, label }) => [code, { zh: `${code} ${label.zh}`, en: `${code} ${label.en}` }]),
);

/** Where one value of a device model lies and how it is read (domain facts section 6.2). */
export const registerMap = defineResource({
  name: 'registerMap',
  area: 'archive',
  label: { zh: '寄存器映射', en: 'Register maps' },
  idName: 'registerMapId',
  title: 'deviceModelId',
  scope: null,
  screen: '/SDNEquipment/SDNRegisterMap',
  unique: [['deviceModelId', 'dataCode']],
  fields: {
    deviceModelId: reference('设备型号', 'Device model', 'deviceModel'),
    dataCode: choice('数据项', 'Data item', dataCodeOptions),
    registerAddress: text('地址', 'Address', {
      max: 24,
      help: {
        zh: 'Modbus：从 0 起的寄存器地址，如 4096 或 0x1000；DL/T 645：数据标识，如 00010000 或 9010；SunSpec：型号与点名，如 103.W，设备自己说明功能码、类型与倍率',
        en: 'Modbus: register address from 0, such as 4096 or 0x1000; DL/T 645: data identifier, such as 00010000 or 9010; SunSpec: model and point, such as 103.W, whose type and scale the device tells',
      },
    }),
    readFunction: choice(
      '功能码',
      'Function',
      {
        3: { zh: '03 保持寄存器', en: '03 holding registers' },
        4: { zh: '04 输入寄存器', en: '04 input registers' },
      },
      { initial: '3' },
    ),
    valueType: choice('数据类型', 'Type', VALUE_TYPES, { initial: 'u32' }),
    wordOrder: choice('字节序', 'Byte order', WORD_ORDERS, {
      initial: 'ABCD',
      help: {
        zh: 'ABCD 为高字在前；CDAB 为低字在前',
        en: 'ABCD: the high word comes first; CDAB: the low word comes first',
      },
    }),
    scale: decimal('倍率', 'Scale', {
      decimals: 9,
      initial: 1,
      help: { zh: '寄存器值 × 倍率 = 数值', en: 'register × scale = value' },
    }),
    unit: optional(
      choice('数值单位', 'Unit of the value', FACTOR_UNITS, {
        help: {
          zh: '与数据项单位不同时选择，自动换算',
          en: 'Where it differs from that of the data item; it is converted',
        },
      }),
    ),
    remark: remark(),
  },
});
