import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { code } from '#field/code/contract.ts';
import { date } from '#field/date/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, secondName } from '../common.ts';
import { PROCESSES } from './codeList.ts';

/** Units of a production process (tab 13). */
export const unitConfigure = defineResource({
  name: 'unitConfigure',
  area: 'yunshui',
  also: ['hunan'],
  label: { zh: '工序单元', en: 'Process units' },
  idName: 'unitConfigureId',
  title: 'unitName',
  order: 'processCode',
  unique: [['consumerId', 'processCode', 'unitCode']],
  screen: '/Archive/unitConfigure',
  fields: {
    unitCode: text('单元编码', 'Unit code', {
      max: 2,
      pattern: /^(?!00)\d{2}$/,
      help: { zh: '2 位数字，在工序内唯一', en: 'Two digits, once in its process' },
    }),
    consumerId: consumerId(),
    unitName: text('单元名称', 'Unit', { max: 30 }),
    unitNameEn: secondName(),
    processCode: code('所属工序', 'Process', PROCESSES, { max: 2 }),
    commDate: optional(date('投产日期', 'In operation since')),
    designedCapacity: optional(text('设计产能', 'Designed capacity', { max: 30 })),
    remark: remark(),
  },
});
