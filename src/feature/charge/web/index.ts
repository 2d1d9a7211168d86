import type { WebFeature } from '#web/page.ts';

export const charge: WebFeature = {
  routes: [
    {
      path: '/SDNPowerAdmin/SDNCoulometryChargeAnalysis',
      title: { zh: '电量电费分析', en: 'Charge analysis' },
      load: () => import('./ChargePage.tsx'),
    },
  ],
};
