import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, secondName } from '../common.ts';
import { dept, job, phone } from './field.ts';

/** Persons who look after metering, with their certificates (tab 5). */
export const calculater = defineResource({
  name: 'calculater',
  area: 'yunshui',
  label: { zh: '能源计量人员', en: 'Metering staff' },
  idName: 'calculaterId',
  title: 'calculaterName',
  unique: [['consumerId', 'calculaterName']],
  screen: '/Archive/calculater',
  fields: {
    calculaterName: text('姓名', 'Name', { max: 20 }),
    calculaterNameEn: secondName(),
    consumerId: consumerId(),
    phone: phone(20),
    dept: dept(50),
    job: job(50),
    technicalPost: optional(text('技术职称', 'Technical title', { max: 200 })),
    certificate: optional(reference('证书图片', 'Certificate', 'fileRecord')),
    certificateName: optional(text('证书名称', 'Name of the certificate', { max: 30 })),
    certificateNo: optional(text('证书编号', 'Certificate number', { max: 30 })),
    remark: remark(),
  },
});
