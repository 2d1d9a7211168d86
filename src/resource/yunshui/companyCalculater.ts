import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, secondName } from '../common.ts';
import { dept, job, phone } from './field.ts';

/** The list of metering staff that is handed in for a review (tab 23; JJF 1356 table B.1). */
export const companyCalculater = defineResource({
  name: 'companyCalculater',
  area: 'yunshui',
  label: { zh: '能源计量工作人员一览表', en: 'Metering staff list' },
  idName: 'companyCalculaterId',
  title: 'calculaterName',
  unique: [['consumerId', 'calculaterName']],
  screen: '/Archive/companyCalculater',
  fields: {
    calculaterName: text('姓名', 'Name', { max: 20 }),
    calculaterNameEn: secondName(),
    consumerId: consumerId(),
    dept: dept(50),
    job: job(50),
    technicalPost: optional(text('技术职称', 'Technical title', { max: 200 })),
    certificateName: optional(text('证书名称', 'Name of the certificate', { max: 30 })),
    certificateNo: optional(text('证书编号', 'Certificate number', { max: 30 })),
    phone: phone(20),
    remark: remark(),
  },
});
