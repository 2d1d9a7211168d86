import type { WebFeature } from '#web/page.ts';

export const overview: WebFeature = {
  routes: [
    {
      path: '/SDNMonitoring/Overview',
      title: { zh: '总览', en: 'Overview' },
      antd: false,
      load: () => import('./OverviewPage.tsx'),
    },
  ],
};
