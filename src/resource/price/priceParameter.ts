import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { choice } from '#field/choice/contract.ts';
import { date } from '#field/date/contract.ts';
import { decimal } from '#field/decimal/contract.ts';
import { flag } from '#field/flag/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, secondName } from '../common.ts';

/** Fees that a bill adds to prices: auxiliary fees, allocated charges, funds by name; signed, dated. */
export const priceParameter = defineResource({
  name: 'priceParameter',
  area: 'price',
  label: { zh: '电价参数', en: 'Fees' },
  idName: 'parameterId',
  title: 'feeName',
  screen: '/SDNPowerPrice/Parameter',
  unique: [['consumerId', 'feeName', 'validFrom']],
  fields: {
    feeName: text('费用名称', 'Fee', { max: 60 }),
    feeNameEn: secondName(),
    consumerId: consumerId(),
    planId: optional(
      reference('电价方案', 'Scheme', 'priceScheme', {
        help: { zh: '不填则适用于所有方案', en: 'None: bills under every scheme' },
      }),
    ),
    feeKind: choice(
      '计费方式',
      'Charged',
      {
        1: { zh: '按电量', en: 'Per kWh' },
        2: { zh: '按月', en: 'Per month' },
        3: { zh: '按变压器容量', en: 'Per kVA' },
      },
      { initial: '1' },
    ),
    feePrice: decimal('标准', 'Price', {
      decimals: 6,
      help: { zh: '元；负数为减收', en: 'yuan; below zero is a reduction' },
    }),
    inFactorBase: flag('参与力调', 'In the power-factor base', {
      initial: false,
      help: { zh: '力调电费的计算基数包含此项', en: 'The power-factor adjustment is taken of it too' },
    }),
    validFrom: date('生效日期', 'From', { ahead: true }),
    validTo: optional(date('失效日期', 'To', { ahead: true, help: { zh: '含当日', en: 'Included' } })),
    remark: remark(),
  },
});
