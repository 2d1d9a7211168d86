import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { choice } from '#field/choice/contract.ts';
import { integer } from '#field/integer/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { remark } from '../common.ts';

/**
 * Where a device model tells a position: a coil, a discrete input, a bit of a register or a whole one. It is read for
 * the signal point of the polled meter that has this data key.
 */
export const signalMap = defineResource({
  name: 'signalMap',
  area: 'archive',
  label: { zh: '信号寄存器', en: 'Signal maps' },
  idName: 'signalMapId',
  title: 'deviceModelId',
  scope: null,
  screen: '/SDNEquipment/SDNSignalMap',
  unique: [['deviceModelId', 'signalKey']],
  fields: {
    deviceModelId: reference('设备型号', 'Device model', 'deviceModel'),
    signalKey: text('数据键', 'Data key', {
      max: 100,
      help: {
        zh: '与信号点的数据键相同，如 DI1；表计没有此信号点时不读取',
        en: 'That of the signal point, such as DI1; not read where the meter has no such point',
      },
    }),
    readFunction: choice(
      '功能码',
      'Function',
      {
        1: { zh: '01 线圈', en: '01 coils' },
        2: { zh: '02 离散输入', en: '02 discrete inputs' },
        3: { zh: '03 保持寄存器', en: '03 holding registers' },
        4: { zh: '04 输入寄存器', en: '04 input registers' },
      },
      { initial: '2' },
    ),
    registerAddress: text('地址', 'Address', {
      max: 10,
      help: {
        zh: '从 0 起的地址，如 16 或 0x10',
        en: 'The address from 0, such as 16 or 0x10',
      },
    }),
    bit: optional(
      integer('位', 'Bit', {
        from: 0,
        to: 15,
        plain: true,
        help: {
          zh: '寄存器中的一位，0 为最低位；不填：整个寄存器的数即状态。线圈与离散输入不用',
          en: 'One bit of a register, 0 the lowest; empty: the whole register is the state. Of no use for coils and inputs',
        },
      }),
    ),
    remark: remark(),
  },
});
