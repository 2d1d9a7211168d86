import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { date } from '#field/date/contract.ts';
import { decimal } from '#field/decimal/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark } from '../common.ts';

const yuan = (zh: string, en: string, from = 0) =>
  optional(decimal(zh, en, { from, decimals: 2, unit: '元' }));

/** What an organisation made, earned and spent, by day or month: what energy is held against. */
export const costBenefit = defineResource({
  name: 'costBenefit',
  area: 'archive',
  label: { zh: '成本效益录入', en: 'Costs and benefits' },
  idName: 'costBenefitId',
  title: 'orgId',
  order: '-dt',
  screen: '/SDNPowerAdmin/SDNCostBenefitInput',
  unique: [['orgId', 'productName', 'dt']],
  fields: {
    orgId: reference('组织', 'Organisation', 'org'),
    consumerId: consumerId(),
    dt: date('日期', 'Date', {
      help: { zh: '计入该日所在的月份', en: 'It counts to the month of this day' },
    }),
    productName: text('产品', 'Product', {
      max: 60,
      initial: '-',
      help: { zh: '不分产品时填 -', en: 'A dash where products are not told apart' },
    }),
    productNameEn: optional(text('产品英文名称', 'Product in English', { max: 120, hidden: true })),
    outputAmount: optional(decimal('产量', 'Output', { from: 0, decimals: 6 })),
    outputValue: yuan('产值', 'Output value'),
    addedValue: yuan('增加值', 'Added value', -1e12),
    income: yuan('销售收入', 'Income'),
    energyCost: yuan('能源成本', 'Energy costs'),
    otherCost: yuan('其他成本', 'Other costs'),
    saving: yuan('节能效益', 'Savings', -1e12),
    remark: remark(),
  },
});
