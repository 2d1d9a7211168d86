import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { HANDLER_KINDS } from '#contract/workflow.ts';
import { choice } from '#field/choice/contract.ts';
import { integer } from '#field/integer/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { remark, secondName } from '../common.ts';

/** A processing organisation of a node: who may handle it. */
export const workflowNodeOrg = defineResource({
  name: 'workflowNodeOrg',
  area: 'sys',
  label: { zh: '节点处理方', en: 'Handlers of nodes' },
  idName: 'nodeOrgId',
  title: 'handlerName',
  scope: null,
  screen: '/SDNSysAdmin/Workflow/NodeOrg',
  unique: [['nodeId', 'handlerName']],
  fields: {
    handlerName: text('处理方名称', 'Name', { max: 60 }),
    handlerNameEn: secondName(),
    nodeId: reference('节点', 'Node', 'workflowNode'),
    handlerKind: choice('处理方类型', 'Kind', HANDLER_KINDS, { initial: 'role' }),
    roleId: optional(reference('角色', 'Role', 'orgRole')),
    employeeId: optional(reference('人员', 'Person', 'orgEmployee')),
    orgId: optional(reference('企业', 'Enterprise', 'consumer')),
    ix: integer('顺序', 'Order', { to: 1000, initial: 1 }),
    remark: remark(),
  },
});
