import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { PARAM_TYPES } from '#feature/workflow/contract.ts';
import { choice } from '#field/choice/contract.ts';
import { flag } from '#field/flag/contract.ts';
import { integer } from '#field/integer/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { remark } from '../common.ts';

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
    paramName: text('参数名称', 'Name in Chinese', { max: 60 }),
    paramNameEn: optional(text('英文名称', 'Name in English', { max: 60 })),
    paramCode: text('参数代码', 'Parameter code', { max: 30, pattern: /^\w+$/ }),
    workflowId: reference('流程', 'Workflow', 'workflow'),
    paramType: choice('类型', 'Type', PARAM_TYPES, { initial: 'text' }),
    options: optional(
      text('选项', 'Options', {
        max: 500,
        help: { zh: '逗号分隔，仅用于“选项”类型', en: 'With commas between them, for a choice' },
      }),
    ),
    required: flag('必填', 'Required', { initial: true }),
    ix: integer('顺序', 'Order', { to: 1000, initial: 1 }),
    remark: remark(),
  },
});
