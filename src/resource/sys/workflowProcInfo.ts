import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { HISTORY_KINDS, REQUEST_STATES } from '#contract/workflow.ts';
import { choice } from '#field/choice/contract.ts';
import { dateTime } from '#field/dateTime/contract.ts';
import { integer } from '#field/integer/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { remark, signature } from '../common.ts';

/** The history of requests. Actions write their rows; a person may add a note, and change or take back that alone. */
export const workflowProcInfo = defineResource({
  name: 'workflowProcInfo',
  area: 'sys',
  label: { zh: '处理记录', en: 'History of requests' },
  idName: 'procInfoId',
  title: 'note',
  screen: '/SDNSysAdmin/Workflow/ProcInfo',
  fields: {
    note: text('处理意见', 'Comment', { max: 300 }),
    requestId: reference('申请', 'Request', 'workflowRequest'),
    action: choice('动作', 'Action', HISTORY_KINDS, { initial: 'note', readOnly: true }),
    nodeName: optional(text('节点', 'Node', { max: 60, readOnly: true })),
    nodeNameEn: optional(text('节点（英文）', 'Node in English', { max: 60, readOnly: true, hidden: true })),
    actorName: optional(text('处理人', 'Who', { max: 60, readOnly: true, signedBy: 'actorId' })),
    actorId: signature('处理账号', 'Account'),
    turnedTo: optional(text('转交给', 'Handed over to', { max: 60, readOnly: true, hidden: true })),
    fromState: optional(choice('原状态', 'From', REQUEST_STATES, { readOnly: true, hidden: true })),
    toState: optional(choice('新状态', 'To', REQUEST_STATES, { readOnly: true })),
    version: optional(integer('版本', 'Version', { readOnly: true, hidden: true })),
    at: optional(dateTime('时间', 'When', { readOnly: true })),
    consumerId: optional(reference('企业', 'Enterprise', 'consumer')),
    remark: remark(),
  },
});
