import type { WebFeature } from '#web/page.ts';

export const collector: WebFeature = {
  routes: [
    {
      path: '/SDNCommunication/SDNCollector',
      title: { zh: '采集状态', en: 'Collector' },
      load: () => import('./CollectorPage.tsx'),
    },
  ],
};
