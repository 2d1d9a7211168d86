import {
  controlSlots,
  nodeOrgSlots,
  nodeSlots,
  paramDataSlots,
  procInfoSlots,
  requestSlots,
  workflowSlots,
} from '#feature/settings/workflow/server/public.ts';
import type { Slots } from '#server/resource/slot.ts';

/** The slots of the resources that make up workflows, by name. */
export const slotsOfWorkflows: Readonly<Record<string, Slots>> = {
  workflow: workflowSlots,
  workflowNode: nodeSlots,
  workflowNodeOrg: nodeOrgSlots,
  workflowControl: controlSlots,
  workflowRequest: requestSlots,
  workflowParamData: paramDataSlots,
  workflowProcInfo: procInfoSlots,
};
