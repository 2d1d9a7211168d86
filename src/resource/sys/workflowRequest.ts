import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { REQUEST_STATES } from '#contract/workflow.ts';
import { choice } from '#field/choice/contract.ts';
import { dateTime } from '#field/dateTime/contract.ts';
import { integer } from '#field/integer/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { remark, signature } from '../common.ts';

/** A request on its way through a workflow; only the actions of the workflow move it. */
export const workflowRequest = defineResource({
  name: 'workflowRequest',
  area: 'sys',
  label: { zh: '流程申请', en: 'Workflow requests' },
  idName: 'requestId',
  title: 'requestTitle',
  screen: '/SDNSysAdmin/Workflow/Request',
  fields: {
    requestTitle: text('标题', 'Title', { max: 120 }),
    workflowId: reference('流程', 'Workflow', 'workflow'),
    consumerId: optional(reference('企业', 'Enterprise', 'consumer')),
    state: choice('状态', 'State', REQUEST_STATES, { initial: '0', readOnly: true }),
    nodeName: optional(text('当前节点', 'Current node', { max: 60, readOnly: true })),
    nodeNameEn: optional(
      text('当前节点（英文）', 'Current node in English', { max: 60, readOnly: true, hidden: true }),
    ),
    applicantId: signature('申请账号', 'Account'),
    applicantName: optional(
      text('申请人', 'Applicant', { max: 60, readOnly: true, signedBy: 'applicantId' }),
    ),
    applicantPhone: optional(text('申请人电话', 'Telephone', { max: 30, readOnly: true, hidden: true })),
    applicantMail: optional(text('申请人邮箱', 'E-mail', { max: 100, readOnly: true, hidden: true })),
    appliedAt: optional(dateTime('提交时间', 'Applied', { readOnly: true })),
    endedAt: optional(dateTime('结束时间', 'Ended', { readOnly: true })),
    round: integer('提交次数', 'Times applied', { initial: 0, readOnly: true, hidden: true }),
    version: integer('版本', 'Version', { initial: 0, readOnly: true, hidden: true }),
    remark: remark(),
  },
});
