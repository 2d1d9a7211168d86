import { defineResource } from '#contract/define.ts';
import { choice } from '#field/choice/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, secondName } from '../common.ts';

/** A photo or a paper of a work order. */
export const workOrderFile = defineResource({
  name: 'workOrderFile',
  area: 'alarm',
  label: { zh: '工单附件', en: 'Files of work orders' },
  idName: 'workOrderFileId',
  title: 'fileName',
  screen: '/SDNWatch/SDNWorkOrderFile',
  unique: [['workOrderId', 'fileRecordId']],
  fields: {
    fileName: text('文件名', 'File name', { max: 120 }),
    fileNameEn: secondName(),
    workOrderId: reference('工单', 'Work order', 'workOrder'),
    consumerId: consumerId(),
    fileType: choice(
      '类别',
      'Kind',
      {
        before: { zh: '处理前', en: 'Before' },
        after: { zh: '处理后', en: 'After' },
        paper: { zh: '单据', en: 'Paper' },
        other: { zh: '其他', en: 'Other' },
      },
      { initial: 'other' },
    ),
    fileRecordId: reference('文件', 'File', 'fileRecord'),
    remark: remark(),
  },
});
