import type { WebSlots } from './slot.ts';

/** What single resources' screens need beyond the definition, by name; each stands beside its definition. */
const loaders: Readonly<Record<string, () => Promise<{ readonly slots: WebSlots }>>> = {
  energyReport: () => import('#contract/resource/archive/energyReport.web.tsx'),
  ammeter: () => import('#contract/resource/archive/ammeter.web.tsx'),
  orgAmmeter: () => import('#contract/resource/archive/orgAmmeter.web.tsx'),
  device: () => import('#contract/resource/archive/device.web.tsx'),
  deviceFile: () => import('#contract/resource/archive/deviceFile.web.tsx'),
  deviceModelFile: () => import('#contract/resource/archive/deviceModelFile.web.tsx'),
  orgFile: () => import('#contract/resource/archive/orgFile.web.tsx'),
  monitorObjectType: () => import('#contract/resource/archive/monitorObjectType.web.tsx'),
  unitType: () => import('#contract/resource/archive/unitType.web.tsx'),
  shootingScheme: () => import('#contract/resource/archive/shootingScheme.web.tsx'),
  classConfig: () => import('#contract/resource/archive/classConfig.web.tsx'),
  monitorSite: () => import('#contract/resource/archive/monitorSite.web.tsx'),
  template: () => import('#contract/resource/archive/template.web.tsx'),
  dataItem: () => import('#contract/resource/archive/dataItem.web.tsx'),
  gateway: () => import('#contract/resource/archive/gateway.web.tsx'),
  deviceModel: () => import('#contract/resource/archive/deviceModel.web.tsx'),
  registerMap: () => import('#contract/resource/archive/registerMap.web.tsx'),
  collectorChannel: () => import('#contract/resource/archive/collectorChannel.web.tsx'),
  displayBoard: () => import('#contract/resource/sys/displayBoard.web.tsx'),
  orgEmployee: () => import('#contract/resource/sys/orgEmployee.web.tsx'),
  orgRole: () => import('#contract/resource/sys/orgRole.web.tsx'),
  consumer: () => import('#contract/resource/archive/consumer.web.tsx'),
  operLog: () => import('#contract/resource/sys/operLog.web.tsx'),
  accessRecord: () => import('#contract/resource/sys/accessRecord.web.tsx'),
  adminArea: () => import('#contract/resource/sys/adminArea.web.tsx'),
  fileRecord: () => import('#contract/resource/sys/fileRecord.web.tsx'),
  holiday: () => import('#contract/resource/sys/holiday.web.tsx'),
  industry: () => import('#contract/resource/sys/industry.web.tsx'),
  news: () => import('#contract/resource/service/news.web.tsx'),
  checkplanCheckfile: () => import('#contract/resource/yunshui/checkplanCheckfile.web.tsx'),
  companyPlaninfo: () => import('#contract/resource/yunshui/companyPlaninfo.web.tsx'),
  reviewData: () => import('#contract/resource/yunshui/reviewData.web.tsx'),
  post: () => import('#contract/resource/sys/post.web.tsx'),
  orgUnit: () => import('#contract/resource/sys/orgUnit.web.tsx'),
  calculater: () => import('#contract/resource/yunshui/calculater.web.tsx'),
  companyCalculater: () => import('#contract/resource/yunshui/companyCalculater.web.tsx'),
  companyDev: () => import('#contract/resource/yunshui/companyDev.web.tsx'),
  companyGauges: () => import('#contract/resource/yunshui/companyGauges.web.tsx'),
  dataCollectConfigure: () => import('#contract/resource/yunshui/dataCollectConfigure.web.tsx'),
  enterpriseInfo: () => import('#contract/resource/yunshui/enterpriseInfo.web.tsx'),
  gaugeConfigure: () => import('#contract/resource/yunshui/gaugeConfigure.web.tsx'),
  gaugeReplaceConfigure: () => import('#contract/resource/yunshui/gaugeReplaceConfigure.web.tsx'),
  gaugeVerifyConfigure: () => import('#contract/resource/yunshui/gaugeVerifyConfigure.web.tsx'),
};

/** The slots of a resource; empty where it needs none. */
export const loadSlots = async (name: string): Promise<WebSlots> => (await loaders[name]?.())?.slots ?? {};

const loading = new Map<string, Promise<WebSlots>>();

/** The same as one promise a resource, to be waited for while drawing (`use`). */
export function slotsOf(name: string): Promise<WebSlots> {
  const promise = loading.get(name) ?? loadSlots(name);
  loading.set(name, promise);
  return promise;
}
