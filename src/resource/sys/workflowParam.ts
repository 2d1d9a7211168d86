import { defineResource } from '#contract/define.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { nameInEnglish, remark } from '../common.ts';
import { askedOptions, askedOrder, askedRequired, askedType } from './askedField.ts';

/** What an applicant fills in. */
export const workflowParam = defineResource({
  name: 'workflowParam',
  area: 'sys',
  label: { zh: '申请参数', en: 'What applicants fill in' },
  idName: 'workflowParamId',
  title: 'paramName',
  scope: null,
  screen: '/SDNSysAdmin/Workflow/Param',
  unique: [['workflowId', 'paramCode']],
  fields: {
    paramName: text('参数名称', 'Name', { max: 60 }),
    paramNameEn: nameInEnglish(),
    paramCode: text('参数代码', 'Parameter code', { max: 30, pattern: /^\w+$/ }),
    workflowId: reference('流程', 'Workflow', 'workflow'),
    paramType: askedType(),
    options: askedOptions(),
    required: askedRequired(),
    ix: askedOrder(),
    remark: remark(),
  },
});
