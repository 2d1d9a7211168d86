import type { WebFeature } from '#web/page.ts';

export const report: WebFeature = {
  routes: [
    {
      path: '/SDNPowerAdmin/SDNPowerReport',
      title: { zh: '报表查阅', en: 'Reports made' },
      load: () => import('./ReportRunPage.tsx'),
    },
  ],
};
