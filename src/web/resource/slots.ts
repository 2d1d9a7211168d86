import type { WebSlots } from './slot.ts';

/** What single resources' screens need beyond the definition, by name; each stands beside its definition. */
const loaders: Readonly<Record<string, () => Promise<{ readonly slots: WebSlots }>>> = {
  ammeter: () => import('#contract/resource/archive/ammeter.web.tsx'),
  gateway: () => import('#contract/resource/archive/gateway.web.tsx'),
  fun: () => import('#contract/resource/sys/fun.web.tsx'),
  orgEmployee: () => import('#contract/resource/sys/orgEmployee.web.tsx'),
  orgRole: () => import('#contract/resource/sys/orgRole.web.tsx'),
  orgUnit: () => import('#contract/resource/sys/orgUnit.web.tsx'),
};

/** The slots of a resource; empty where it needs none. */
export const loadSlots = async (name: string): Promise<WebSlots> => (await loaders[name]?.())?.slots ?? {};
