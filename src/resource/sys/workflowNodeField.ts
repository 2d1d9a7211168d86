import { defineResource } from '#contract/define.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { nameInEnglish, remark } from '../common.ts';
import { askedOptions, askedOrder, askedRequired, askedType } from './askedField.ts';

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
    fieldName: text('字段名称', 'Name', { max: 60 }),
    fieldNameEn: nameInEnglish(),
    fieldCode: text('字段代码', 'Field code', { max: 30, pattern: /^\w+$/ }),
    nodeId: reference('节点', 'Node', 'workflowNode'),
    fieldType: askedType(),
    options: askedOptions(),
    required: askedRequired(),
    ix: askedOrder(),
    remark: remark(),
  },
});
