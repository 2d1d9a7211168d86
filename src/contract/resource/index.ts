import type { Resource } from '../define.ts';
import { ammeter } from './archive/ammeter.ts';
import { collectorChannel } from './archive/collectorChannel.ts';
import { collectorMeter } from './archive/collectorMeter.ts';
import { consumer } from './archive/consumer.ts';
import { consumerEnergyConfig } from './archive/consumerEnergyConfig.ts';
import { dataItem } from './archive/dataItem.ts';
import { deviceModel } from './archive/deviceModel.ts';
import { gateway } from './archive/gateway.ts';
import { gatewayMapping } from './archive/gatewayMapping.ts';
import { group } from './archive/group.ts';
import { monitorSite } from './archive/monitorSite.ts';
import { orgAmmeter } from './archive/orgAmmeter.ts';
import { registerMap } from './archive/registerMap.ts';
import { timezone } from './archive/timezone.ts';
import { news } from './service/news.ts';
import { accessRecord } from './sys/accessRecord.ts';
import { adminArea } from './sys/adminArea.ts';
import { app } from './sys/app.ts';
import { deviceAuthz } from './sys/deviceAuthz.ts';
import { dictionary } from './sys/dictionary.ts';
import { dictionaryCategory } from './sys/dictionaryCategory.ts';
import { fileRecord } from './sys/fileRecord.ts';
import { displayBoard } from './sys/displayBoard.ts';
import { priceAgreement } from './price/priceAgreement.ts';
import { priceScheme } from './price/priceScheme.ts';
import { fun } from './sys/fun.ts';
import { helpFaq } from './sys/helpFaq.ts';
import { holiday } from './sys/holiday.ts';
import { holidayEvent } from './sys/holidayEvent.ts';
import { industry } from './sys/industry.ts';
import { obj } from './sys/obj.ts';
import { operLog } from './sys/operLog.ts';
import { orgConfig } from './sys/orgConfig.ts';
import { orgEmployee } from './sys/orgEmployee.ts';
import { orgRelation } from './sys/orgRelation.ts';
import { orgRestrict } from './sys/orgRestrict.ts';
import { orgRole } from './sys/orgRole.ts';
import { orgUnit } from './sys/orgUnit.ts';
import { personInfo } from './sys/personInfo.ts';
import { post } from './sys/post.ts';
import { postReply } from './sys/postReply.ts';
import { thirdAccount } from './sys/thirdAccount.ts';
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
  displayBoard,
  workflow,
  workflowNode,
  workflowNodeOrg,
  workflowNodeField,
  workflowParam,
  workflowControl,
  workflowRequest,
  workflowParamData,
  workflowProcInfo,
  helpFaq,
  group,
  consumerEnergyConfig,
  dictionaryCategory,
  dictionary,
  adminArea,
  industry,
  post,
  postReply,
  obj,
  holidayEvent,
  orgRelation,
  orgConfig,
  orgRestrict,
  app,
  deviceAuthz,
  fileRecord,
  personInfo,
  thirdAccount,
  news,
  operLog,
  accessRecord,
  priceScheme,
  priceAgreement,
];

/** The resource of a name; throws where there is none, naming it. */
export function resourceOf(name: string): Resource {
  const found = resources.find((r) => r.name === name);
  if (!found) throw new Error(`no resource is named ${name}`);
  return found;
}
