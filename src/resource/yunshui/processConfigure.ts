import { defineResource } from '#contract/define.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, secondName } from '../common.ts';

/** Production processes of an enterprise (tab 12); `00` is the whole plant and no process. */
export const processConfigure = defineResource({
  name: 'processConfigure',
  area: 'yunshui',
  also: ['hunan'],
  label: { zh: '生产工序', en: 'Production processes' },
  idName: 'processConfigureId',
  title: 'processName',
  order: 'processCode',
  unique: [['consumerId', 'processCode']],
  screen: '/Archive/processConfigure',
  fields: {
    processCode: text('工序编码', 'Process code', {
      max: 2,
      pattern: /^(?!00)\d{2}$/,
      help: {
        zh: '2 位数字，按行业指南或企业自定；00 表示全厂，不可使用',
        en: 'Two digits, of the industry’s guide or your own; 00 is the whole plant',
      },
    }),
    consumerId: consumerId(),
    processName: text('工序名称', 'Process', { min: 2, max: 30 }),
    processNameEn: secondName(),
    remark: remark(),
  },
});
