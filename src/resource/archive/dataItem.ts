import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { choice } from '#field/choice/contract.ts';
import { integer } from '#field/integer/contract.ts';
import { text } from '#field/text/contract.ts';
import { nameInEnglish, remark } from '../common.ts';

/** A kind of measured value: the standard codes of the product and further ones that devices send. */
export const dataItem = defineResource({
  name: 'dataItem',
  area: 'archive',
  label: { zh: '数据项', en: 'Data items' },
  idName: 'dataItemId',
  title: 'dataItemName',
  scope: null,
  screen: '/SDNBaseConfig/SDNDataItem',
  unique: [['dataCode']],
  fields: {
    dataItemName: text('数据项名称', 'Data item name', { max: 60 }),
    dataCode: text('数据代码', 'Data code', { max: 30, pattern: /^[A-Za-z][A-Za-z0-9_]*$/ }),
    dataItemNameEn: nameInEnglish(),
    itemCategory: choice('类别', 'Category', {
      register: { zh: '累计值', en: 'Register' },
      interval: { zh: '时段量', en: 'Interval' },
      gauge: { zh: '瞬时值', en: 'Instantaneous value' },
    }),
    unit: optional(text('单位', 'Unit', { max: 20 })),
    decimals: integer('小数位', 'Decimals', { from: 0, to: 6, initial: 2 }),
    remark: remark(),
  },
});
