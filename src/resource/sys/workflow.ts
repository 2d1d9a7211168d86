import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { WORKFLOW_TYPES } from '#contract/workflow.ts';
import { choice } from '#field/choice/contract.ts';
import { flag } from '#field/flag/contract.ts';
import { integer } from '#field/integer/contract.ts';
import { text } from '#field/text/contract.ts';
import { nameInEnglish, remark, state } from '../common.ts';

/** A workflow: the nodes that a request of its kind goes through (specification 3 section 3). */
export const workflow = defineResource({
  name: 'workflow',
  area: 'sys',
  label: { zh: '流程定义', en: 'Workflows' },
  idName: 'workflowId',
  title: 'workflowName',
  scope: null,
  screen: '/SDNSysAdmin/SDNWorkflow',
  unique: [['workflowCode']],
  fields: {
    workflowName: text('流程名称', 'Name', { max: 60 }),
    workflowNameEn: nameInEnglish(),
    workflowCode: text('流程代码', 'Workflow code', { max: 30, pattern: /^[\w-]+$/ }),
    workflowType: choice('流程类型', 'Type', WORKFLOW_TYPES, { initial: 'other' }),
    reapplyFrom: choice(
      '重新提交后',
      'After applying again',
      {
        first: { zh: '从第一个节点开始', en: 'Begins at the first node' },
        refusing: { zh: '回到退回的节点', en: 'Goes to the node that sent it back' },
      },
      { initial: 'first', hidden: true },
    ),
    selfApproval: flag('允许审批自己的申请', 'Applicants may handle their own', {
      initial: false,
      hidden: true,
    }),
    maxTurns: integer('最多转交次数', 'Handed over at most', { to: 20, initial: 3, hidden: true }),
    info: optional(text('说明', 'Description', { max: 300 })),
    state: state(),
    remark: remark(),
  },
});
