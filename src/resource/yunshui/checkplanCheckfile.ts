import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { choice } from '#field/choice/contract.ts';
import { dateTime } from '#field/dateTime/contract.ts';
import { integer } from '#field/integer/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, secondName, signature } from '../common.ts';

/** What a file of the archive is, by the number of its tab; 30 energy balance, 35 evidence of a check item. */
export const CHECK_FILE_TYPES = {
  19: { zh: '组织机构图', en: 'Organisation chart' },
  20: { zh: '自查报告', en: 'Self-inspection report' },
  21: { zh: '计量管理制度', en: 'Metering management rules' },
  22: { zh: '审查报告', en: 'Review report' },
  30: { zh: '能源平衡资料', en: 'Energy balance' },
  31: { zh: '能源流向图', en: 'Energy flow chart' },
  32: { zh: '计量网络图', en: 'Metering network chart' },
  33: { zh: '自行检定量值传递图', en: 'Value transfer chart of own verification' },
  34: { zh: '量值溯源图', en: 'Traceability chart' },
  35: { zh: '审查资料与证据', en: 'Evidence of a review' },
} as const;
export type CheckFileType = `${keyof typeof CHECK_FILE_TYPES}`;

/** Files of the metering archive in versions: the file tabs, and the evidence of reviews. */
export const checkplanCheckfile = defineResource({
  name: 'checkplanCheckfile',
  area: 'yunshui',
  label: { zh: '档案文件', en: 'Archive files' },
  idName: 'checkFileId',
  title: 'fileName',
  order: '-uploadedAt',
  screen: '/Archive/archiveFile',
  fields: {
    fileName: text('文件名', 'File name', { max: 120 }),
    fileNameEn: secondName(),
    consumerId: consumerId(),
    fileType: choice('文件类别', 'Kind', CHECK_FILE_TYPES, { initial: '19' }),
    version: optional(integer('版本', 'Version', { readOnly: true })),
    mimeType: optional(text('类型', 'Type', { readOnly: true })),
    size: optional(integer('大小', 'Size', { readOnly: true })),
    uploadedBy: optional(text('上传人', 'Uploaded by', { readOnly: true, signedBy: 'uploadedById' })),
    uploadedById: signature('上传账号', 'Account of the upload'),
    uploadedAt: optional(dateTime('上传时间', 'Uploaded', { readOnly: true })),
    checkPlanId: optional(reference('审查计划', 'Review plan', 'companyPlaninfo', { hidden: true })),
    checkItemId: optional(reference('审查条款', 'Check item', 'companyCheckitem', { hidden: true })),
    fileId: optional(reference('文件记录', 'File on record', 'fileRecord', { readOnly: true, hidden: true })),
    remark: remark(),
  },
});
