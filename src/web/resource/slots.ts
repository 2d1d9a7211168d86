import type { WebSlots } from './slot.ts';

/** What single resources' screens need beyond the definition, by name; each stands beside its definition. */
const loaders: Readonly<Record<string, () => Promise<{ readonly slots: WebSlots }>>> = {
  ammeter: () => import('#contract/resource/archive/ammeter.web.tsx'),
  gateway: () => import('#contract/resource/archive/gateway.web.tsx'),
  deviceModel: () => import('#contract/resource/archive/deviceModel.web.tsx'),
  registerMap: () => import('#contract/resource/archive/registerMap.web.tsx'),
  collectorChannel: () => import('#contract/resource/archive/collectorChannel.web.tsx'),
  displayBoard: () => import('#contract/resource/sys/displayBoard.web.tsx'),
  orgEmployee: () => import('#contract/resource/sys/orgEmployee.web.tsx'),
  orgRole: () => import('#contract/resource/sys/orgRole.web.tsx'),
  consumer: () => import('#contract/resource/archive/consumer.web.tsx'),
  adminArea: () => import('#contract/resource/sys/adminArea.web.tsx'),
  fileRecord: () => import('#contract/resource/sys/fileRecord.web.tsx'),
  holiday: () => import('#contract/resource/sys/holiday.web.tsx'),
  industry: () => import('#contract/resource/sys/industry.web.tsx'),
  news: () => import('#contract/resource/service/news.web.tsx'),
  post: () => import('#contract/resource/sys/post.web.tsx'),
  orgUnit: () => import('#contract/resource/sys/orgUnit.web.tsx'),
};

/** The slots of a resource; empty where it needs none. */
export const loadSlots = async (name: string): Promise<WebSlots> => (await loaders[name]?.())?.slots ?? {};
