import type { WebFeature } from '#web/page.ts';

export const settlement: WebFeature = {
  routes: [
    {
      path: '/SDNGuangchuchong/CostBenefitAnalysis',
      title: { zh: '收益分析', en: 'Costs and benefits of assets' },
      load: () => import('./CostBenefitPage.tsx'),
    },
    {
      path: '/SDNGuangchuchong/Settlement',
      title: { zh: '光储结算单', en: 'Settlement of storage and PV' },
      parent: '/SDNGuangchuchong/CostBenefitAnalysis',
      load: () => import('./StatementPage.tsx'),
    },
  ],
};
