import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { choice } from '#field/choice/contract.ts';
import { flag } from '#field/flag/contract.ts';
import { integer } from '#field/integer/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, secondName, state } from '../common.ts';

/**
 * A position of the plant that has states instead of values: a breaker, a relay, a door, a mode (watch.md section 4).
 * Its history is kept beside the readings, as changes.
 */
export const signalPoint = defineResource({
  name: 'signalPoint',
  area: 'archive',
  label: { zh: '信号点', en: 'Signal points' },
  idName: 'signalPointId',
  title: 'pointName',
  screen: '/SDNEquipment/SDNSignalPoint',
  unique: [
    ['consumerId', 'pointCode'],
    ['ammeterId', 'signalKey'],
  ],
  fields: {
    pointName: text('信号点名称', 'Signal point', { max: 60 }),
    pointNameEn: secondName(),
    pointCode: text('信号点编号', 'Point number', { max: 40 }),
    consumerId: consumerId(),
    siteId: reference('站点', 'Site', 'monitorSite'),
    objectId: optional(reference('监测对象', 'Object', 'monitorObject')),
    ammeterId: optional(
      reference('表计', 'Meter', 'ammeter', {
        help: {
          zh: '带遥信输入的表计；与数据键一起填写即可直接上送',
          en: 'The meter whose inputs tell the position; with the data key it needs no mapping',
        },
      }),
    ),
    signalKey: optional(
      text('数据键', 'Data key', {
        max: 100,
        help: {
          zh: '该表计上送此信号所用的键，如 DI1；寄存器映射中填写同一个键',
          en: 'The key under which the meter sends it, such as DI1; register maps name the same key',
        },
      }),
    ),
    kind: choice(
      '类型',
      'Kind',
      {
        1: { zh: '断路器', en: 'Breaker' },
        2: { zh: '继电器', en: 'Relay' },
        3: { zh: '门', en: 'Door' },
        4: { zh: '运行方式', en: 'Mode' },
      },
      { initial: '1' },
    ),
    statesZh: text('状态（中文）', 'States in Chinese', {
      initial: '0=分闸,1=合闸',
      help: { zh: '数字=名称，用逗号分隔', en: 'number=word, with commas between' },
    }),
    statesEn: text('状态（英文）', 'States in English', {
      initial: '0=Open,1=Closed',
      hidden: true,
      help: {
        zh: '与中文相同的数字，英文名称',
        en: 'The same numbers with their words in English',
      },
    }),
    normalState: optional(
      integer('正常状态', 'Normal state', {
        from: 0,
        to: 255,
        plain: true,
        help: { zh: '不填：各状态均属正常', en: 'Empty: every state is normal' },
      }),
    ),
    inverted: flag('常闭触点', 'Break contact', {
      initial: false,
      hidden: true,
      help: {
        zh: '收到的 0 与 1 互换；以文字上送的状态不变',
        en: 'Received 0 and 1 change places; states sent as words stay as they are',
      },
    }),
    expectedSeconds: optional(
      integer('上送周期', 'Expected interval', {
        from: 0,
        to: 86_400,
        unit: 's',
        initial: 60,
        help: {
          zh: '超过三个周期未收到即为未知；0：仅在变化时上送，状态一直有效',
          en: 'Not heard for three of them it is unknown; 0: sent on change only, and holds until then',
        },
      }),
    ),
    state: state(),
    remark: remark(),
  },
});
