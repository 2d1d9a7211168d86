import type { WebFeature } from '#web/page.ts';

export const report: WebFeature = {
  routes: [
    {
      path: '/SDNPowerAdmin/SDNPowerReport',
      title: { zh: '报表查阅', en: 'Generated reports' },
      load: () => import('./ReportRunPage.tsx'),
    },
  ],
};
