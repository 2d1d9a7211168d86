import type { WebFeature } from '#web/page.ts';

export const chargePile: WebFeature = {
  routes: [
    {
      path: '/SDNGuangchuchong/Running/ChargeAnalysis',
      title: { zh: '充电分析', en: 'Use of chargers' },
      load: () => import('./ChargeAnalysisPage.tsx'),
    },
  ],
};
