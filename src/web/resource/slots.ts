import type { WebSlots } from './slot.ts';

/** What single resources' screens need beyond the definition, by name; each stands beside its definition. */
const loaders: Readonly<Record<string, () => Promise<{ readonly slots: WebSlots }>>> = {
  energyReport: () => import('#resource/archive/energyReport.web.tsx'),
  alarm: () => import('#resource/event/alarm.web.tsx'),
  ammeter: () => import('#resource/archive/ammeter.web.tsx'),
  orgAmmeter: () => import('#resource/archive/orgAmmeter.web.tsx'),
  device: () => import('#resource/archive/device.web.tsx'),
  linkageRecord: () => import('#resource/alarm/linkageRecord.web.tsx'),
  workOrderFile: () => import('#resource/alarm/workOrderFile.web.tsx'),
  deviceFile: () => import('#resource/archive/deviceFile.web.tsx'),
  deviceModelFile: () => import('#resource/archive/deviceModelFile.web.tsx'),
  orgFile: () => import('#resource/archive/orgFile.web.tsx'),
  monitorObjectType: () => import('#resource/archive/monitorObjectType.web.tsx'),
  unitType: () => import('#resource/archive/unitType.web.tsx'),
  shootingScheme: () => import('#resource/archive/shootingScheme.web.tsx'),
  classConfig: () => import('#resource/archive/classConfig.web.tsx'),
  monitorSite: () => import('#resource/archive/monitorSite.web.tsx'),
  template: () => import('#resource/archive/template.web.tsx'),
  dataItem: () => import('#resource/archive/dataItem.web.tsx'),
  iRemoteControl: () => import('#resource/archive/iRemoteControl.web.tsx'),
  iVideoControl: () => import('#resource/archive/iVideoControl.web.tsx'),
  chargePile: () => import('#resource/archive/chargePile.web.tsx'),
  chargeSession: () => import('#resource/archive/chargeSession.web.tsx'),
  gateway: () => import('#resource/archive/gateway.web.tsx'),
  grafanaAccount: () => import('#resource/archive/grafanaAccount.web.tsx'),
  deviceModel: () => import('#resource/archive/deviceModel.web.tsx'),
  registerMap: () => import('#resource/archive/registerMap.web.tsx'),
  collectorChannel: () => import('#resource/archive/collectorChannel.web.tsx'),
  displayBoard: () => import('#resource/sys/displayBoard.web.tsx'),
  orgEmployee: () => import('#resource/sys/orgEmployee.web.tsx'),
  orgRole: () => import('#resource/sys/orgRole.web.tsx'),
  consumer: () => import('#resource/archive/consumer.web.tsx'),
  operLog: () => import('#resource/sys/operLog.web.tsx'),
  accessRecord: () => import('#resource/sys/accessRecord.web.tsx'),
  adminArea: () => import('#resource/sys/adminArea.web.tsx'),
  fileRecord: () => import('#resource/sys/fileRecord.web.tsx'),
  holiday: () => import('#resource/sys/holiday.web.tsx'),
  industry: () => import('#resource/sys/industry.web.tsx'),
  news: () => import('#resource/service/news.web.tsx'),
  checkplanCheckfile: () => import('#resource/yunshui/checkplanCheckfile.web.tsx'),
  companyPlaninfo: () => import('#resource/yunshui/companyPlaninfo.web.tsx'),
  reviewData: () => import('#resource/yunshui/reviewData.web.tsx'),
  post: () => import('#resource/sys/post.web.tsx'),
  orgUnit: () => import('#resource/sys/orgUnit.web.tsx'),
  calculater: () => import('#resource/yunshui/calculater.web.tsx'),
  companyCalculater: () => import('#resource/yunshui/companyCalculater.web.tsx'),
  companyDev: () => import('#resource/yunshui/companyDev.web.tsx'),
  companyGauges: () => import('#resource/yunshui/companyGauges.web.tsx'),
  dataCollectConfigure: () => import('#resource/yunshui/dataCollectConfigure.web.tsx'),
  enterpriseInfo: () => import('#resource/yunshui/enterpriseInfo.web.tsx'),
  gaugeConfigure: () => import('#resource/yunshui/gaugeConfigure.web.tsx'),
  gaugeReplaceConfigure: () => import('#resource/yunshui/gaugeReplaceConfigure.web.tsx'),
  gaugeVerifyConfigure: () => import('#resource/yunshui/gaugeVerifyConfigure.web.tsx'),
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
