import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { PARAM_TYPES } from '#feature/workflow/contract.ts';
import { choice } from '#field/choice/contract.ts';
import { flag } from '#field/flag/contract.ts';
import { integer } from '#field/integer/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { remark } from '../common.ts';

/** What a handler fills in when agreeing at a node ("agree with params"). */
export const workflowNodeField = defineResource({
  name: 'workflowNodeField',
  area: 'sys',
  label: { zh: '节点字段', en: 'Fields of nodes' },
  idName: 'nodeFieldId',
  title: 'fieldName',
  scope: null,
  screen: '/SDNSysAdmin/Workflow/NodeField',
  unique: [['nodeId', 'fieldCode']],
  fields: {
    fieldName: text('字段名称', 'Name in Chinese', { max: 60 }),
    fieldNameEn: optional(text('英文名称', 'Name in English', { max: 60 })),
    fieldCode: text('字段代码', 'Field code', { max: 30, pattern: /^\w+$/ }),
    nodeId: reference('节点', 'Node', 'workflowNode'),
    fieldType: choice('类型', 'Type', PARAM_TYPES, { initial: 'text' }),
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
