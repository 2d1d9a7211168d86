import type { WebFeature } from '#web/page.ts';

/** One page per meter and object: every name leads here. */
export const objectPage: WebFeature = {
  routes: [
    {
      path: '/Meter/$ammeterId',
      title: { zh: '表计主页', en: 'Meter' },
      parent: '/SDNEquipment/SDNLedgerDetail',
      ownTabs: true,
      load: () => import('./MeterHomePage.tsx'),
    },
    {
      path: '/Object/$orgId',
      title: { zh: '对象主页', en: 'Object' },
      parent: '/SDNEquipment/SDNMonitorObject',
      ownTabs: true,
      load: () => import('./ObjectHomePage.tsx'),
    },
  ],
};
