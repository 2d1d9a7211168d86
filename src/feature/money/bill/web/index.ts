import type { WebFeature } from '#web/page.ts';

export const bill: WebFeature = {
  routes: [
    {
      path: '/SDNPowerAudit/SDNPowerBill',
      title: { zh: '电费账单', en: 'Electricity bill' },
      load: () => import('./BillPage.tsx'),
    },
    {
      path: '/SDNPowerAudit/SDNPowerBillPaper',
      title: { zh: '电费核算单', en: 'Bill on paper' },
      parent: '/SDNPowerAudit/SDNPowerBill',
      antd: false,
      load: () => import('./BillPaperPage.tsx'),
    },
  ],
};
