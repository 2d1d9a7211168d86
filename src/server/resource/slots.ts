import type { Resource } from '#contract/define.ts';
import { ammeterSlots } from '#resource/archive/ammeter.server.ts';
import { consumerUnitSlots } from '#resource/archive/consumerUnit.server.ts';
import { orgAmmeterSlots } from '#resource/archive/orgAmmeter.server.ts';
import { ammeterRelationSlots } from '#resource/archive/ammeterRelation.server.ts';
import { monitorObjectSlots } from '#resource/archive/monitorObject.server.ts';
import { orgExtendSlots } from '#resource/archive/orgExtend.server.ts';
import { shootingSchemeSlots } from '#resource/archive/shootingScheme.server.ts';
import { templateSlots } from '#resource/archive/template.server.ts';
import {
  alarmParamSlots,
  alarmSlots,
  alarmTriggerSlots,
  limitsChanged,
  objectAlarmParamSlots,
} from '#resource/event/alarm.server.ts';
import { alarmRecordSlots } from '#resource/event/alarmRecord.server.ts';
import { linkageControlRecordSlots, linkageRecordSlots } from '#resource/alarm/linkageRecord.server.ts';
import { alertGroupSlots, alertMemberSlots } from '#resource/alarm/alertGroup.server.ts';
import { iVideoControlSlots } from '#resource/archive/iVideoControl.server.ts';
import { eventConfigSlots } from '#resource/alarm/eventConfig.server.ts';
import { linkageConfigSlots } from '#resource/alarm/linkageConfig.server.ts';
import { objectAlarmSlots } from '#resource/event/objectAlarm.server.ts';
import { signalAlarmSlots } from '#resource/event/signalAlarm.server.ts';
import { limitSetSlots } from '#resource/event/limitSet.server.ts';
import { signalMapSlots } from '#resource/archive/signalMap.server.ts';
import { shedPlanSlots } from '#resource/archive/shedPlan.server.ts';
import { controlInterlockSlots } from '#resource/archive/controlInterlock.server.ts';
import { iRemoteControlSlots } from '#resource/archive/iRemoteControl.server.ts';
import { signalPointSlots } from '#resource/archive/signalPoint.server.ts';
import { classConfigSlots } from '#resource/archive/classConfig.server.ts';
import { collectorChannelSlots } from '#resource/archive/collectorChannel.server.ts';
import { collectorMeterSlots } from '#resource/archive/collectorMeter.server.ts';
import { deviceModelSlots } from '#resource/archive/deviceModel.server.ts';
import { unitConfigSlots } from '#resource/archive/unitConfig.server.ts';
import { registerMapSlots } from '#resource/archive/registerMap.server.ts';
import { displayBoardSlots } from '#resource/sys/displayBoard.server.ts';
import { employeeSlots } from '#resource/sys/orgEmployee.server.ts';
import { orgUnitSlots } from '#resource/sys/orgUnit.server.ts';
import { orgRoleSlots } from '#resource/sys/orgRole.server.ts';
import { funSlots } from '#resource/sys/fun.server.ts';
import { chargeLimitSlots } from '#resource/archive/chargeLimit.server.ts';
import { chargePileSlots, chargeTagSlots } from '#resource/archive/chargePile.server.ts';
import {
  pvInverterSlots,
  pvPlantSlots,
  storageStationSlots,
  storageUnitSlots,
} from '#resource/archive/assets.server.ts';
import { keySystemSlots } from '#resource/archive/keySystem.server.ts';
import { priceAgreementSlots } from '#resource/price/priceAgreement.server.ts';
import { priceCurveSlots } from '#resource/price/priceCurve.server.ts';
import { priceMarketSlots } from '#resource/price/priceMarket.server.ts';
import { priceParameterSlots } from '#resource/price/priceParameter.server.ts';
import { priceStopSlots } from '#resource/price/priceStop.server.ts';
import { priceVersionSlots } from '#resource/price/priceVersion.server.ts';
import { priceSchemeSlots } from '#resource/price/priceScheme.server.ts';
import { gatewaySlots } from '#resource/archive/gateway.server.ts';
import { gatewayMappingSlots } from '#resource/archive/gatewayMapping.server.ts';
import { storageStrategySlots } from '#resource/archive/storageStrategy.server.ts';
import { holidaySlots } from '#resource/sys/holiday.server.ts';
import { timezoneSlots } from '#resource/archive/timezone.server.ts';
import { monitorSiteSlots } from '#resource/archive/monitorSite.server.ts';
import { signOnMappingSlots } from '#resource/sys/signOnMapping.server.ts';
import { slotsOfWorkflows } from '#resource/sys/workflow.server.ts';
import {
  adminAreaSlots,
  dictionaryCategorySlots,
  dictionarySlots,
  industrySlots,
} from '#feature/settings/masterData/server/public.ts';
import { fileRecordSlots } from '#feature/house/file/server/public.ts';
import { uploadSlots } from '#feature/reporting/upload/server/public.ts';
import { meteringArchiveSlots } from '#feature/archive/meteringArchive/server/public.ts';
import { partOfOrderSlots } from '#resource/alarm/partOfOrder.server.ts';
import { workOrderSlots } from '#resource/alarm/workOrder.server.ts';
import { newsSlots } from '#feature/settings/news/server/public.ts';
import { postReplySlots, postSlots } from '#resource/sys/post.server.ts';
import { orgRestrictSlots } from '#resource/sys/orgRestrict.server.ts';
import { checkFileSlots } from '#feature/archive/archiveFile/server/public.ts';
import { itemSlots, planSlots } from '#feature/archive/review/server/public.ts';
import type { Slots } from './slot.ts';

/** What single resources need beyond their definition, by name; each stands beside its definition. */
const slots: Readonly<Record<string, Slots>> = {
  orgEmployee: employeeSlots,
  orgRole: orgRoleSlots,
  signOnMapping: signOnMappingSlots,
  displayBoard: displayBoardSlots,
  fun: funSlots,
  ammeter: ammeterSlots,
  orgAmmeter: orgAmmeterSlots,
  consumerUnit: consumerUnitSlots,
  orgUnit: orgUnitSlots,
  gateway: gatewaySlots,
  gatewayMapping: gatewayMappingSlots,
  deviceModel: deviceModelSlots,
  registerMap: registerMapSlots,
  collectorChannel: collectorChannelSlots,
  collectorMeter: collectorMeterSlots,
  monitorSite: monitorSiteSlots,
  timezone: timezoneSlots,
  classConfig: classConfigSlots,
  ammeterRelation: ammeterRelationSlots,
  monitorObject: monitorObjectSlots,
  orgExtend: orgExtendSlots,
  shootingScheme: shootingSchemeSlots,
  template: templateSlots,
  alarm: alarmSlots,
  alarmParam: alarmParamSlots,
  alarmTrigger: alarmTriggerSlots,
  objectAlarm: objectAlarmSlots,
  signalAlarm: signalAlarmSlots,
  objectAlarmParam: objectAlarmParamSlots,
  itemLimit: limitsChanged('itemLimit'),
  alarmRecord: alarmRecordSlots,
  limitSet: limitSetSlots,
  signalPoint: signalPointSlots,
  iRemoteControl: iRemoteControlSlots,
  controlInterlock: controlInterlockSlots,
  shedPlan: shedPlanSlots,
  signalMap: signalMapSlots,
  alertGroup: alertGroupSlots,
  alertMember: alertMemberSlots,
  workOrder: workOrderSlots,
  workOrderPart: partOfOrderSlots,
  workOrderFile: partOfOrderSlots,
  iVideoControl: iVideoControlSlots,
  eventConfig: eventConfigSlots,
  linkageConfig: linkageConfigSlots,
  linkageRecord: linkageRecordSlots,
  linkageControlRecord: linkageControlRecordSlots,
  holiday: holidaySlots,
  orgRestrict: orgRestrictSlots,
  dictionary: dictionarySlots,
  postReply: postReplySlots,
  post: postSlots,
  news: newsSlots,
  fileRecord: fileRecordSlots,
  dictionaryCategory: dictionaryCategorySlots,
  industry: industrySlots,
  adminArea: adminAreaSlots,
  unitConfig: unitConfigSlots,
  keySystem: keySystemSlots,
  chargeLimit: chargeLimitSlots,
  chargePile: chargePileSlots,
  chargeTag: chargeTagSlots,
  storageStation: storageStationSlots,
  storageUnit: storageUnitSlots,
  storageStrategy: storageStrategySlots,
  pvPlant: pvPlantSlots,
  pvInverter: pvInverterSlots,
  priceScheme: priceSchemeSlots,
  priceAgreement: priceAgreementSlots,
  priceVersion: priceVersionSlots,
  priceCurve: priceCurveSlots,
  priceMarket: priceMarketSlots,
  priceParameter: priceParameterSlots,
  priceStop: priceStopSlots,
  checkplanCheckfile: checkFileSlots,
  companyPlaninfo: planSlots,
  companyCheckitem: itemSlots,
  ...slotsOfWorkflows,
  ...meteringArchiveSlots,
  ...uploadSlots,
};

/** The slots of a resource; empty where it needs none. */
export const slotsOf = (resource: Resource): Slots => slots[resource.name] ?? {};
