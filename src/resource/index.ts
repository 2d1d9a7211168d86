import { collectValue } from './yunshui/collectValue.ts';
import { platformInfo } from './yunshui/platformInfo.ts';
import { uploadDetail } from './yunshui/uploadDetail.ts';
import { uploadRecord } from './yunshui/uploadRecord.ts';
import type { Resource } from '#contract/define.ts';
import { ammeter } from './archive/ammeter.ts';
import { coefficient } from './archive/coefficient.ts';
import { collectorChannel } from './archive/collectorChannel.ts';
import { collectorMeter } from './archive/collectorMeter.ts';
import { consumer } from './archive/consumer.ts';
import { consumerEnergyConfig } from './archive/consumerEnergyConfig.ts';
import { costBenefit } from './archive/costBenefit.ts';
import { dataItem } from './archive/dataItem.ts';
import { deviceModel } from './archive/deviceModel.ts';
import { energyFactor } from './archive/energyFactor.ts';
import { energyReport } from './archive/energyReport.ts';
import { gateway } from './archive/gateway.ts';
import { gatewayMapping } from './archive/gatewayMapping.ts';
import { group } from './archive/group.ts';
import { keySystem } from './archive/keySystem.ts';
import { monitorSite } from './archive/monitorSite.ts';
import { orgAmmeter } from './archive/orgAmmeter.ts';
import { registerMap } from './archive/registerMap.ts';
import { pvInverter } from './archive/pvInverter.ts';
import { pvPlant } from './archive/pvPlant.ts';
import { storageStation } from './archive/storageStation.ts';
import { storageUnit } from './archive/storageUnit.ts';
import { planCurve } from './archive/planCurve.ts';
import { planReply } from './archive/planReply.ts';
import { storageStrategy } from './archive/storageStrategy.ts';
import { statisticsCfg } from './archive/statisticsCfg.ts';
import { timezone } from './archive/timezone.ts';
import { unitConfig } from './archive/unitConfig.ts';
import { ammeterRelation } from './archive/ammeterRelation.ts';
import { classConfig } from './archive/classConfig.ts';
import { consumerUnit } from './archive/consumerUnit.ts';
import { consumerUnitType } from './archive/consumerUnitType.ts';
import { dataClassify } from './archive/dataClassify.ts';
import { device } from './archive/device.ts';
import { deviceExtend } from './archive/deviceExtend.ts';
import { deviceFile } from './archive/deviceFile.ts';
import { deviceModelFile } from './archive/deviceModelFile.ts';
import { deviceTrace } from './archive/deviceTrace.ts';
import { grafanaAccount } from './archive/grafanaAccount.ts';
import { graphEntity } from './archive/graphEntity.ts';
import { graphEntityParam } from './archive/graphEntityParam.ts';
import { controlInterlock } from './archive/controlInterlock.ts';
import { shedPlan } from './archive/shedPlan.ts';
import { iRemoteControl } from './archive/iRemoteControl.ts';
import { chargeLimit } from './archive/chargeLimit.ts';
import { chargePile } from './archive/chargePile.ts';
import { chargeSession } from './archive/chargeSession.ts';
import { chargeTag } from './archive/chargeTag.ts';
import { iVideoControl } from './archive/iVideoControl.ts';
import { monitorDiagram } from './archive/monitorDiagram.ts';
import { monitorItem } from './archive/monitorItem.ts';
import { monitorObject } from './archive/monitorObject.ts';
import { monitorObjectItem } from './archive/monitorObjectItem.ts';
import { monitorObjectType } from './archive/monitorObjectType.ts';
import { monitorSiteContact } from './archive/monitorSiteContact.ts';
import { monitorTypeData } from './archive/monitorTypeData.ts';
import { monitorTypeExtend } from './archive/monitorTypeExtend.ts';
import { orgExtend } from './archive/orgExtend.ts';
import { orgFile } from './archive/orgFile.ts';
import { shootingScheme } from './archive/shootingScheme.ts';
import { signalMap } from './archive/signalMap.ts';
import { signalPoint } from './archive/signalPoint.ts';
import { supplier } from './archive/supplier.ts';
import { template } from './archive/template.ts';
import { unitType } from './archive/unitType.ts';
import { alarm } from './event/alarm.ts';
import { alarmParam } from './event/alarmParam.ts';
import { alarmRecord } from './event/alarmRecord.ts';
import { alarmTrigger } from './event/alarmTrigger.ts';
import { itemLimit } from './event/itemLimit.ts';
import { objectAlarm } from './event/objectAlarm.ts';
import { objectAlarmParam } from './event/objectAlarmParam.ts';
import { signalAlarm } from './event/signalAlarm.ts';
import { alertGroup } from './alarm/alertGroup.ts';
import { alertMember } from './alarm/alertMember.ts';
import { eventConfig } from './alarm/eventConfig.ts';
import { eventConfigGrafana } from './alarm/eventConfigGrafana.ts';
import { linkageConfig } from './alarm/linkageConfig.ts';
import { linkageRecord } from './alarm/linkageRecord.ts';
import { workOrder } from './alarm/workOrder.ts';
import { workOrderFile } from './alarm/workOrderFile.ts';
import { workOrderPart } from './alarm/workOrderPart.ts';
import { alarmLinkageControl } from './event/alarmLinkageControl.ts';
import { linkageControlRecord } from './event/linkageControlRecord.ts';
import { limitSet } from './event/limitSet.ts';
import { news } from './service/news.ts';
import { accessRecord } from './sys/accessRecord.ts';
import { adminArea } from './sys/adminArea.ts';
import { app } from './sys/app.ts';
import { deviceAuthz } from './sys/deviceAuthz.ts';
import { dictionary } from './sys/dictionary.ts';
import { dictionaryCategory } from './sys/dictionaryCategory.ts';
import { fileRecord } from './sys/fileRecord.ts';
import { displayBoard } from './sys/displayBoard.ts';
import { demandGuard } from './price/demandGuard.ts';
import { priceAgreement } from './price/priceAgreement.ts';
import { priceCurve } from './price/priceCurve.ts';
import { priceInvoice } from './price/priceInvoice.ts';
import { priceMarket } from './price/priceMarket.ts';
import { priceParameter } from './price/priceParameter.ts';
import { priceScheme } from './price/priceScheme.ts';
import { priceStop } from './price/priceStop.ts';
import { priceVersion } from './price/priceVersion.ts';
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
import { signOnMapping } from './sys/signOnMapping.ts';
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
import { contacter } from './yunshui/contacter.ts';
import { energySys } from './yunshui/energySys.ts';
import { energyManager } from './yunshui/energyManager.ts';
import { energyMonitor } from './yunshui/energyMonitor.ts';
import { calculater } from './yunshui/calculater.ts';
import { energyCertification } from './yunshui/energyCertification.ts';
import { productStructure } from './yunshui/productStructure.ts';
import { outputValue } from './yunshui/outputValue.ts';
import { energyConservation } from './yunshui/energyConservation.ts';
import { energyAccount } from './yunshui/energyAccount.ts';
import { materielProduct } from './yunshui/materielProduct.ts';
import { processConfigure } from './yunshui/processConfigure.ts';
import { unitConfigure } from './yunshui/unitConfigure.ts';
import { deviceConfigure } from './yunshui/deviceConfigure.ts';
import { dataCollectConfigure } from './yunshui/dataCollectConfigure.ts';
import { gaugeConfigure } from './yunshui/gaugeConfigure.ts';
import { gaugeReplaceConfigure } from './yunshui/gaugeReplaceConfigure.ts';
import { gaugeVerifyConfigure } from './yunshui/gaugeVerifyConfigure.ts';
import { companyCalculater } from './yunshui/companyCalculater.ts';
import { companyDev } from './yunshui/companyDev.ts';
import { companyGauges } from './yunshui/companyGauges.ts';
import { enterpriseInfo } from './yunshui/enterpriseInfo.ts';
import { checkplanCheckfile } from './yunshui/checkplanCheckfile.ts';
import { companyCheckitem } from './yunshui/companyCheckitem.ts';
import { companyPlaninfo } from './yunshui/companyPlaninfo.ts';
import { reviewData } from './yunshui/reviewData.ts';

/** Every uniform resource of the product: the table of contents. */
export const resources: readonly Resource[] = [
  consumer,
  monitorSite,
  ammeter,
  keySystem,
  orgAmmeter,
  dataItem,
  gateway,
  gatewayMapping,
  deviceModel,
  registerMap,
  collectorChannel,
  collectorMeter,
  timezone,
  consumerUnitType,
  consumerUnit,
  supplier,
  monitorSiteContact,
  ammeterRelation,
  unitType,
  deviceModelFile,
  device,
  deviceFile,
  deviceExtend,
  deviceTrace,
  monitorObjectType,
  monitorTypeExtend,
  monitorTypeData,
  graphEntity,
  graphEntityParam,
  monitorObject,
  orgExtend,
  orgFile,
  monitorItem,
  monitorObjectItem,
  monitorDiagram,
  template,
  iVideoControl,
  iRemoteControl,
  controlInterlock,
  shedPlan,
  shootingScheme,
  classConfig,
  dataClassify,
  grafanaAccount,
  limitSet,
  alarm,
  alarmParam,
  alarmTrigger,
  itemLimit,
  objectAlarm,
  objectAlarmParam,
  signalAlarm,
  alarmRecord,
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
  signOnMapping,
  thirdAccount,
  news,
  operLog,
  accessRecord,
  energyFactor,
  coefficient,
  statisticsCfg,
  unitConfig,
  costBenefit,
  energyReport,
  priceScheme,
  priceVersion,
  priceMarket,
  priceStop,
  priceCurve,
  priceAgreement,
  demandGuard,
  priceParameter,
  priceInvoice,
  enterpriseInfo,
  contacter,
  energySys,
  energyManager,
  energyMonitor,
  calculater,
  energyCertification,
  productStructure,
  outputValue,
  energyConservation,
  energyAccount,
  materielProduct,
  processConfigure,
  unitConfigure,
  deviceConfigure,
  dataCollectConfigure,
  gaugeConfigure,
  gaugeReplaceConfigure,
  gaugeVerifyConfigure,
  companyCalculater,
  companyDev,
  companyGauges,
  companyPlaninfo,
  companyCheckitem,
  checkplanCheckfile,
  reviewData,
  signalPoint,
  signalMap,
  eventConfig,
  eventConfigGrafana,
  alertGroup,
  alertMember,
  linkageConfig,
  linkageRecord,
  alarmLinkageControl,
  linkageControlRecord,
  workOrder,
  workOrderFile,
  workOrderPart,
  platformInfo,
  uploadRecord,
  uploadDetail,
  collectValue,
  chargeLimit,
  chargePile,
  chargeTag,
  chargeSession,
  storageStation,
  storageUnit,
  pvPlant,
  pvInverter,
  storageStrategy,
  planCurve,
  planReply,
];

/** The resource of a name; throws where there is none, naming it. */
export function resourceOf(name: string): Resource {
  const found = resources.find((r) => r.name === name);
  if (!found) throw new Error(`no resource is named ${name}`);
  return found;
}
