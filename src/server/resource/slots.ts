import type { Resource } from '#contract/define.ts';
import { ammeterSlots } from '#contract/resource/archive/ammeter.server.ts';
import { consumerUnitSlots } from '#contract/resource/archive/consumerUnit.server.ts';
import { orgAmmeterSlots } from '#contract/resource/archive/orgAmmeter.server.ts';
import { ammeterRelationSlots } from '#contract/resource/archive/ammeterRelation.server.ts';
import { monitorObjectSlots } from '#contract/resource/archive/monitorObject.server.ts';
import { orgExtendSlots } from '#contract/resource/archive/orgExtend.server.ts';
import { shootingSchemeSlots } from '#contract/resource/archive/shootingScheme.server.ts';
import { templateSlots } from '#contract/resource/archive/template.server.ts';
import { limitSetSlots } from '#contract/resource/event/limitSet.server.ts';
import { classConfigSlots } from '#contract/resource/archive/classConfig.server.ts';
import { collectorChannelSlots } from '#contract/resource/archive/collectorChannel.server.ts';
import { collectorMeterSlots } from '#contract/resource/archive/collectorMeter.server.ts';
import { deviceModelSlots } from '#contract/resource/archive/deviceModel.server.ts';
import { unitConfigSlots } from '#contract/resource/archive/unitConfig.server.ts';
import { registerMapSlots } from '#contract/resource/archive/registerMap.server.ts';
import { displayBoardSlots } from '#contract/resource/sys/displayBoard.server.ts';
import { employeeSlots } from '#contract/resource/sys/orgEmployee.server.ts';
import { orgUnitSlots } from '#contract/resource/sys/orgUnit.server.ts';
import { orgRoleSlots } from '#contract/resource/sys/orgRole.server.ts';
import { funSlots } from '#contract/resource/sys/fun.server.ts';
import { keySystemSlots } from '#contract/resource/archive/keySystem.server.ts';
import { priceAgreementSlots } from '#contract/resource/price/priceAgreement.server.ts';
import { priceCurveSlots } from '#contract/resource/price/priceCurve.server.ts';
import { priceMarketSlots } from '#contract/resource/price/priceMarket.server.ts';
import { priceParameterSlots } from '#contract/resource/price/priceParameter.server.ts';
import { priceStopSlots } from '#contract/resource/price/priceStop.server.ts';
import { priceVersionSlots } from '#contract/resource/price/priceVersion.server.ts';
import { priceSchemeSlots } from '#contract/resource/price/priceScheme.server.ts';
import { gatewaySlots } from '#contract/resource/archive/gateway.server.ts';
import { gatewayMappingSlots } from '#contract/resource/archive/gatewayMapping.server.ts';
import { holidaySlots } from '#contract/resource/sys/holiday.server.ts';
import { timezoneSlots } from '#contract/resource/archive/timezone.server.ts';
import { monitorSiteSlots } from '#contract/resource/archive/monitorSite.server.ts';
import { signOnMappingSlots } from '#contract/resource/sys/signOnMapping.server.ts';
import { slotsOfWorkflows } from '#contract/resource/sys/workflow.server.ts';
import {
  adminAreaSlots,
  dictionaryCategorySlots,
  dictionarySlots,
  industrySlots,
} from '#feature/masterData/server/public.ts';
import { fileRecordSlots } from '#feature/file/server/public.ts';
import { meteringArchiveSlots } from '#feature/meteringArchive/server/public.ts';
import { newsSlots } from '#feature/news/server/public.ts';
import { postReplySlots, postSlots } from '#contract/resource/sys/post.server.ts';
import { orgRestrictSlots } from '#contract/resource/sys/orgRestrict.server.ts';
import { checkFileSlots } from '#feature/archiveFile/server/public.ts';
import { itemSlots, planSlots } from '#feature/review/server/public.ts';
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
  limitSet: limitSetSlots,
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
};

/** The slots of a resource; empty where it needs none. */
export const slotsOf = (resource: Resource): Slots => slots[resource.name] ?? {};
