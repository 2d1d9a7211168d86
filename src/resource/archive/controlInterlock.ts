import { DATA_CODES } from '#contract/dataCode.ts';
import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { choice } from '#field/choice/contract.ts';
import { decimal } from '#field/decimal/contract.ts';
import { integer } from '#field/integer/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, secondName, state } from '../common.ts';

const codeOptions = Object.fromEntries(
  DATA_CODES.map(({ code, label }) => [code, { zh: `${code} ${label.zh}`, en: `${code} ${label.en}` }]),
);

/** What must hold before an output is operated (watch.md section 4). What is not known, or not fresh, does not hold. */
export const controlInterlock = defineResource({
  name: 'controlInterlock',
  area: 'archive',
  label: { zh: '联锁条件', en: 'Interlocks' },
  idName: 'controlInterlockId',
  title: 'interlockName',
  screen: '/SDNEquipment/SDNControlInterlock',
  unique: [['controlId', 'interlockName']],
  fields: {
    interlockName: text('条件名称', 'Interlock', { max: 60 }),
    interlockNameEn: secondName(),
    consumerId: consumerId(),
    controlId: reference('遥控点', 'Remote output', 'iRemoteControl'),
    kind: choice(
      '类型',
      'Kind',
      {
        1: { zh: '测量值在限内', en: 'A measured value is within a limit' },
        2: { zh: '另一遥控点不在操作中', en: 'Another output is not being operated' },
        3: { zh: '信号为某状态', en: 'A signal is in a state' },
      },
      { initial: '3' },
    ),
    goal: choice(
      '适用于',
      'Asked for',
      {
        0: { zh: '任何操作', en: 'Every operation' },
        1: { zh: '合', en: 'On' },
        2: { zh: '分', en: 'Off' },
      },
      { initial: '0' },
    ),
    signalPointId: optional(reference('信号点', 'Signal point', 'signalPoint')),
    signalState: optional(integer('须为状态', 'Must be', { from: 0, to: 255, plain: true })),
    otherControlId: optional(reference('另一遥控点', 'The other output', 'iRemoteControl', { hidden: true })),
    ammeterId: optional(reference('表计', 'Meter', 'ammeter', { hidden: true })),
    dataCode: optional(choice('数据代码', 'Data code', codeOptions, { hidden: true })),
    comparison: optional(
      choice(
        '比较',
        'Comparison',
        {
          1: { zh: '不低于', en: 'at least' },
          2: { zh: '不高于', en: 'at most' },
        },
        { hidden: true },
      ),
    ),
    limitValue: optional(decimal('限值', 'Limit', { from: -1e9, to: 1e9, decimals: 4, hidden: true })),
    freshSeconds: integer('数据时效', 'Not older than', { from: 1, to: 3600, unit: 's', initial: 60 }),
    state: state(),
    remark: remark(),
  },
});
