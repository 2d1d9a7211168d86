import type { WebFeature } from '#web/page.ts';

export const correction: WebFeature = {
  routes: [
    {
      path: '/SDNMonitoring/MeterRepair',
      title: { zh: '数据修正', en: 'Data repair' },
      load: () => import('./MeterRepairPage.tsx'),
    },
  ],
};
