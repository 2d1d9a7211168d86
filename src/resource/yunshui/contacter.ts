import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, secondName } from '../common.ts';
import { dept, fax, job, phone } from './field.ts';

/** Contacts of an enterprise (tab 1). */
export const contacter = defineResource({
  name: 'contacter',
  area: 'yunshui',
  label: { zh: '联系人', en: 'Contacts' },
  idName: 'contacterId',
  title: 'contacterName',
  unique: [['consumerId', 'contacterName']],
  screen: '/Archive/contacter',
  fields: {
    contacterName: text('姓名', 'Name', { max: 15 }),
    contacterNameEn: secondName(),
    consumerId: consumerId(),
    phone: phone(),
    dept: dept(),
    job: job(15),
    fax: fax(),
    email: optional(text('电子邮箱', 'E-mail', { max: 30, pattern: /^[^\s@]+@[^\s@]+\.[^\s@]+$/ })),
    remark: remark(),
  },
});
