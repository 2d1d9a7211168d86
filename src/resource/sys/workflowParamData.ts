import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { integer } from '#field/integer/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { remark } from '../common.ts';

/** What an applicant, or a handler at a node, filled in. */
export const workflowParamData = defineResource({
  name: 'workflowParamData',
  area: 'sys',
  label: { zh: '申请内容', en: 'What was filled in' },
  idName: 'paramDataId',
  title: 'paramCode',
  screen: '/SDNSysAdmin/Workflow/ParamData',
  unique: [['requestId', 'nodeId', 'paramCode']],
  fields: {
    paramCode: text('参数代码', 'Parameter code', { max: 30, pattern: /^\w+$/ }),
    requestId: reference('申请', 'Request', 'workflowRequest'),
    /** Id of the node at which it was filled in; empty = by the applicant. The node may be gone since. */
    nodeId: optional(integer('节点编号', 'Node id', { plain: true })),
    paramValue: optional(text('内容', 'Value', { max: 2000 })),
    consumerId: optional(reference('企业', 'Enterprise', 'consumer')),
    remark: remark(),
  },
});
