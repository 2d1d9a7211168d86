import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { choice } from '#field/choice/contract.ts';
import { decimal } from '#field/decimal/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, secondName } from '../common.ts';
import { FACTOR_STANDARDS, PRICE_FIELDS, SCHEME_TYPES } from './priceField.ts';

/**
 * A power price scheme: what a kilowatt-hour of each tariff period costs, and what comes with it (two-part tariff,
 * power-factor adjustment, funds). It holds for the accounts and dates that an agreement names.
 */
export const priceScheme = defineResource({
  name: 'priceScheme',
  area: 'price',
  label: { zh: '电价方案', en: 'Price schemes' },
  idName: 'planId',
  title: 'schemeName',
  screen: '/SDNPowerPrice/Scheme',
  unique: [['consumerId', 'schemeName']],
  fields: {
    schemeName: text('方案名称', 'Scheme', { max: 60 }),
    schemeNameEn: secondName(),
    consumerId: consumerId(),
    schemeType: choice('方案类型', 'Type', SCHEME_TYPES, { initial: '1' }),
    ...PRICE_FIELDS,
    linkedShare: optional(
      decimal('联动比例', 'Linked share', {
        from: 0,
        to: 100,
        unit: '%',
        decimals: 2,
        help: {
          zh: '广东交易：这部分电量按当月市场价结算，其余按固定价',
          en: 'Guangdong trading: this share is settled at the market price of the month, the rest at the fixed prices',
        },
      }),
    ),
    basicCharge: choice(
      '基本电费',
      'Basic charge',
      {
        0: { zh: '不计', en: 'None' },
        1: { zh: '按变压器容量', en: 'By capacity' },
        2: { zh: '按实际最大需量', en: 'By actual demand' },
        3: { zh: '按合同需量', en: 'By contract demand' },
      },
      { initial: '0' },
    ),
    factorStandard: choice('功率因数标准', 'Power-factor standard', FACTOR_STANDARDS, { initial: '0' }),
    reactive: choice(
      '无功计量',
      'Reactive energy',
      {
        1: { zh: '感性与容性绝对值之和', en: 'Lagging and leading together' },
        2: { zh: '仅感性', en: 'Lagging only' },
      },
      { initial: '1', hidden: true },
    ),
    remark: remark(),
  },
});
