import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { choice } from '#field/choice/contract.ts';
import { decimal } from '#field/decimal/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark } from '../common.ts';

const price = (zh: string, en: string) => decimal(zh, en, { from: 0, unit: 'yuan/kWh', decimals: 6 });

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
    consumerId: consumerId(),
    schemeType: choice(
      '方案类型',
      'Type',
      { 1: { zh: '统一峰谷电价', en: 'Unified' }, 2: { zh: '自定义峰谷电价', en: 'Custom' } },
      { initial: '1' },
    ),
    price1: price('尖电价', 'Sharp price'),
    price2: price('峰电价', 'Peak price'),
    price3: price('平电价', 'Flat price'),
    price4: price('谷电价', 'Valley price'),
    fundPrice: optional(price('政府性基金', 'Government funds')),
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
    capacityPrice: optional(
      decimal('容量电价', 'Capacity price', { from: 0, unit: 'yuan/kVA·month', decimals: 4 }),
    ),
    demandPrice: optional(
      decimal('需量电价', 'Demand price', { from: 0, unit: 'yuan/kW·month', decimals: 4 }),
    ),
    factorStandard: choice(
      '功率因数标准',
      'Power-factor standard',
      {
        0: { zh: '不考核', en: 'None' },
        90: { zh: '0.90', en: '0.90' },
        85: { zh: '0.85', en: '0.85' },
        80: { zh: '0.80', en: '0.80' },
      },
      { initial: '0' },
    ),
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
