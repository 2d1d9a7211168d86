import type { WebFeature } from '#web/page.ts';

export const ledger: WebFeature = {
  routes: [
    {
      path: '/SDNEquipment/SDNMeterLife',
      title: { zh: '表计履历', en: 'Meter life' },
      load: () => import('./MeterLifePage.tsx'),
    },
  ],
};
