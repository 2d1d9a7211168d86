import type { Resource } from '../define.ts';
import { ammeter } from './archive/ammeter.ts';
import { collectorChannel } from './archive/collectorChannel.ts';
import { collectorMeter } from './archive/collectorMeter.ts';
import { consumer } from './archive/consumer.ts';
import { dataItem } from './archive/dataItem.ts';
import { deviceModel } from './archive/deviceModel.ts';
import { gateway } from './archive/gateway.ts';
import { gatewayMapping } from './archive/gatewayMapping.ts';
import { monitorSite } from './archive/monitorSite.ts';
import { orgAmmeter } from './archive/orgAmmeter.ts';
import { registerMap } from './archive/registerMap.ts';
import { timezone } from './archive/timezone.ts';
import { fun } from './sys/fun.ts';
import { holiday } from './sys/holiday.ts';
import { orgEmployee } from './sys/orgEmployee.ts';
import { orgRole } from './sys/orgRole.ts';
import { orgUnit } from './sys/orgUnit.ts';
import { workflow } from './sys/workflow.ts';
import { workflowControl } from './sys/workflowControl.ts';
import { workflowNode } from './sys/workflowNode.ts';
import { workflowNodeField } from './sys/workflowNodeField.ts';
import { workflowNodeOrg } from './sys/workflowNodeOrg.ts';
import { workflowParam } from './sys/workflowParam.ts';
import { workflowParamData } from './sys/workflowParamData.ts';
import { workflowProcInfo } from './sys/workflowProcInfo.ts';
import { workflowRequest } from './sys/workflowRequest.ts';

/** Every uniform resource of the product: the table of contents. */
export const resources: readonly Resource[] = [
  consumer,
  monitorSite,
  ammeter,
  orgAmmeter,
  dataItem,
  gateway,
  gatewayMapping,
  deviceModel,
  registerMap,
  collectorChannel,
  collectorMeter,
  timezone,
  holiday,
  orgUnit,
  orgEmployee,
  orgRole,
  fun,
  workflow,
  workflowNode,
  workflowNodeOrg,
  workflowNodeField,
  workflowParam,
  workflowControl,
  workflowRequest,
  workflowParamData,
  workflowProcInfo,
];

/** The resource of a name; throws where there is none, naming it. */
export function resourceOf(name: string): Resource {
  const found = resources.find((r) => r.name === name);
  if (!found) throw new Error(`no resource is named ${name}`);
  return found;
}
