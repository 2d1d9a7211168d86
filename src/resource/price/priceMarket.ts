import { defineResource } from '#contract/define.ts';
import { date } from '#field/date/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { consumerId, remark } from '../common.ts';
import { price } from './priceField.ts';

/** What the market settled a month at: the price of the linked share of a scheme of Guangdong trading. */
export const priceMarket = defineResource({
  name: 'priceMarket',
  area: 'price',
  label: { zh: '市场结算价', en: 'Market prices' },
  idName: 'marketId',
  title: 'month',
  order: '-month',
  screen: '/SDNPowerPrice/Market',
  unique: [['planId', 'month']],
  fields: {
    planId: reference('电价方案', 'Scheme', 'priceScheme'),
    consumerId: consumerId(),
    month: date('月份', 'Month', {
      ahead: true,
      month: true,
      help: { zh: '该月的任一天', en: 'Any day of the month' },
    }),
    linkPrice: price('联动价', 'Linked price'),
    remark: remark(),
  },
});
