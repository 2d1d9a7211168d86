import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { CONTROL_KINDS } from '#contract/workflow.ts';
import { choice } from '#field/choice/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { remark } from '../common.ts';

/** Who may start a workflow, who gets a copy of its requests, who may stop them. */
export const workflowControl = defineResource({
  name: 'workflowControl',
  area: 'sys',
  label: { zh: '流程控制', en: 'Workflow controls' },
  idName: 'workflowControlId',
  title: 'controlName',
  scope: null,
  screen: '/SDNSysAdmin/Workflow/Control',
  unique: [['workflowId', 'controlName']],
  fields: {
    controlName: text('名称', 'Name', { max: 60 }),
    workflowId: reference('流程', 'Workflow', 'workflow'),
    controlKind: choice('控制', 'What it allows', CONTROL_KINDS),
    roleId: optional(reference('角色', 'Role', 'orgRole')),
    employeeId: optional(reference('人员', 'Person', 'orgEmployee')),
    remark: remark(),
  },
});
