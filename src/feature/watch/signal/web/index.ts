import type { WebFeature } from '#web/page.ts';

export const signal: WebFeature = {
  routes: [
    {
      path: '/SDNMonitoring/Signal',
      title: { zh: '信号状态', en: 'Signals' },
      load: () => import('./SignalPage.tsx'),
    },
  ],
};
