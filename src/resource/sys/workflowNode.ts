import { defineResource } from '#contract/define.ts';
import { NODE_MODES } from '#contract/workflow.ts';
import { choice } from '#field/choice/contract.ts';
import { flag } from '#field/flag/contract.ts';
import { integer } from '#field/integer/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { nameInEnglish, remark } from '../common.ts';

/** A node of a workflow: one step of approval. Nodes follow one another by their order. */
export const workflowNode = defineResource({
  name: 'workflowNode',
  area: 'sys',
  label: { zh: '流程节点', en: 'Workflow nodes' },
  idName: 'nodeId',
  title: 'nodeName',
  scope: null,
  screen: '/SDNSysAdmin/Workflow/Node',
  unique: [['workflowId', 'nodeName']],
  fields: {
    nodeName: text('节点名称', 'Name', { max: 60 }),
    nodeNameEn: nameInEnglish(),
    workflowId: reference('流程', 'Workflow', 'workflow'),
    ix: integer('顺序', 'Order', { to: 1000, initial: 1 }),
    mode: choice('通过方式', 'Passes when', NODE_MODES, { initial: 'any' }),
    allowTurn: flag('允许转交', 'May be handed over', { initial: true }),
    remark: remark(),
  },
});
