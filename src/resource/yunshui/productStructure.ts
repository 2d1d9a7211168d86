import { defineResource } from '#contract/define.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, secondName } from '../common.ts';

/** What an enterprise makes (tab 7). */
export const productStructure = defineResource({
  name: 'productStructure',
  area: 'yunshui',
  label: { zh: '产品结构', en: 'Product structure' },
  idName: 'productStructureId',
  title: 'productName',
  unique: [['consumerId', 'productCode']],
  screen: '/Archive/productStructure',
  fields: {
    productName: text('产品名称', 'Product', { max: 20 }),
    productNameEn: secondName(),
    consumerId: consumerId(),
    productCode: text('产品代码', 'Product code', { max: 20 }),
    productType: text('产品类型', 'Product type', { max: 13 }),
    productUnit: text('计量单位', 'Unit', { max: 10 }),
    remark: remark(),
  },
});
