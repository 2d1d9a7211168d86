import type { WebFeature } from '#web/page.ts';

export const overview: WebFeature = {
  routes: [
    {
      path: '/SDNMonitoring/Overview',
      title: { zh: '首页', en: 'Home' },
      antd: false,
      first: true,
      load: () => import('./OverviewPage.tsx'),
    },
  ],
};
