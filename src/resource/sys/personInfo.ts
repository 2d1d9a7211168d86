import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { choice } from '#field/choice/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, secondName, state, telephone } from '../common.ts';

/** A person of an enterprise, with an account or without. */
export const personInfo = defineResource({
  name: 'personInfo',
  area: 'sys',
  label: { zh: '人员信息', en: 'Persons' },
  idName: 'personInfoId',
  title: 'personName',
  unique: [['consumerId', 'personCode']],
  screen: '/SDNSysAdmin/SDNPersonInfo',
  fields: {
    personName: text('姓名', 'Person', { max: 60 }),
    personNameEn: secondName(),
    personCode: text('工号', 'Staff number', { max: 30 }),
    consumerId: consumerId(),
    orgId: optional(reference('部门', 'Department', 'org')),
    employeeId: optional(reference('账号', 'Account', 'orgEmployee')),
    sex: optional(
      choice('性别', 'Sex', { 1: { zh: '男', en: 'Male' }, 2: { zh: '女', en: 'Female' } }, { hidden: true }),
    ),
    position: optional(text('岗位', 'Position', { max: 60 })),
    telephone: telephone(),
    email: optional(text('邮箱', 'E-mail', { max: 100, pattern: /^\S+@\S+\.\S+$/, hidden: true })),
    idNumber: optional(text('证件号', 'Identity number', { max: 30, hidden: true })),
    state: state(),
    remark: remark(),
  },
});
