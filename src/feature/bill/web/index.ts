import type { WebFeature } from '#web/page.ts';

export const bill: WebFeature = {
  routes: [
    {
      path: '/SDNPowerAudit/SDNPowerBill',
      title: { zh: '电费账单', en: 'Electricity bill' },
      load: () => import('./BillPage.tsx'),
    },
  ],
};
