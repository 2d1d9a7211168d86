import { defineResource } from '#contract/define.ts';
import { decimal } from '#field/decimal/contract.ts';
import { integer } from '#field/integer/contract.ts';
import { consumerId, remark } from '../common.ts';

const amount = (zh: string, en: string, from = 0) =>
  decimal(`${zh}（万元）`, `${en} (10,000 yuan)`, { from, to: 9_999_999_999, decimals: 2 });

/** Output value, added value and sales income of a year, in ten thousand yuan (tab 8). */
export const outputValue = defineResource({
  name: 'outputValue',
  area: 'yunshui',
  label: { zh: '产值、增加值与销售收入', en: 'Output value, added value, sales' },
  idName: 'outputValueId',
  title: 'countYear',
  order: '-countYear',
  unique: [['consumerId', 'countYear']],
  screen: '/Archive/outputValue',
  fields: {
    countYear: integer('统计年份', 'Year', { from: 1949, to: 2100, plain: true }),
    consumerId: consumerId(),
    outputValue: amount('总产值', 'Output value'),
    // What an enterprise adds may be negative in a bad year.
    addedValue: amount('增加值', 'Added value', -9_999_999_999),
    salesIncome: amount('销售收入', 'Sales income'),
    remark: remark(),
  },
});
