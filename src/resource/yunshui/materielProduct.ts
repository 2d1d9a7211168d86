import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { choice } from '#field/choice/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, secondName } from '../common.ts';

/** Products and materials that are no energy; their number stands in data codes (tab 11). */
export const materielProduct = defineResource({
  name: 'materielProduct',
  area: 'yunshui',
  label: { zh: '非能源类产品', en: 'Non-energy products' },
  idName: 'materielProductId',
  title: 'produceName',
  unique: [['consumerId', 'produceNo']],
  screen: '/Archive/materielProduct',
  fields: {
    produceName: text('产品名称', 'Product', { max: 30 }),
    produceNameEn: secondName(),
    consumerId: consumerId(),
    produceNo: text('产品编号', 'Product number', {
      max: 4,
      pattern: /^\d{4}$/,
      help: { zh: '4 位数字，写入数据编码', en: 'Four digits, part of the data code' },
    }),
    produceType: optional(
      choice('产品类别', 'Kind', {
        P: { zh: '主产品', en: 'Main product' },
        M: { zh: '中间产品', en: 'Intermediate product' },
        S: { zh: '原辅材料', en: 'Raw or auxiliary material' },
      }),
    ),
    produceUnit: text('计量单位', 'Unit', { max: 10 }),
    remark: remark(),
  },
});
