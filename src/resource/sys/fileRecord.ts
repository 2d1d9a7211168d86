import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { choice } from '#field/choice/contract.ts';
import { dateTime } from '#field/dateTime/contract.ts';
import { integer } from '#field/integer/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { remark, secondName, signature } from '../common.ts';

/** A file that a person put there; its type was read from its content. Without an enterprise it is the platform's. */
export const fileRecord = defineResource({
  name: 'fileRecord',
  area: 'sys',
  label: { zh: '文件', en: 'Files' },
  idName: 'fileRecordId',
  title: 'fileName',
  order: '-id',
  unique: [['fileCode']],
  screen: '/SDNSysAdmin/SDNFile',
  fields: {
    fileName: text('文件名', 'File name', { max: 120 }),
    fileNameEn: secondName(),
    fileCode: optional(text('文件编号', 'File number', { max: 40, hidden: true })),
    consumerId: optional(reference('企业', 'Enterprise', 'consumer')),
    fileType: choice(
      '用途',
      'Use',
      {
        document: { zh: '资料', en: 'Document' },
        image: { zh: '图片', en: 'Picture' },
        logo: { zh: '企业标志', en: 'Logo' },
        icon: { zh: '企业图标', en: 'Icon' },
        news: { zh: '新闻附件', en: 'News attachment' },
        other: { zh: '其他', en: 'Other' },
      },
      { initial: 'document' },
    ),
    mimeType: optional(text('类型', 'Type', { readOnly: true })),
    size: optional(integer('大小', 'Size', { readOnly: true })),
    sha256: optional(text('摘要', 'SHA-256', { readOnly: true, hidden: true })),
    uploadedBy: optional(text('上传人', 'Uploaded by', { readOnly: true, signedBy: 'uploadedById' })),
    uploadedById: signature('上传账号', 'Account of the upload'),
    uploadedAt: optional(dateTime('上传时间', 'Uploaded', { readOnly: true })),
    remark: remark(),
  },
});
