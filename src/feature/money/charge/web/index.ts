import type { WebFeature } from '#web/page.ts';

export const charge: WebFeature = {
  routes: [
    {
      path: '/SDNPowerAdmin/SDNCoulometryChargeAnalysis',
      title: { zh: '电量电费分析', en: 'Charge analysis' },
      load: () => import('./ChargePage.tsx'),
    },
    {
      path: '/SDNPowerAdmin/SDNEnergyTrend',
      title: { zh: '用能趋势', en: 'Energy trends' },
      load: () => import('./TrendPage.tsx'),
    },
  ],
};
