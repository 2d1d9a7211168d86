import type { WebFeature } from '#web/page.ts';

export const operation: WebFeature = {
  routes: [
    {
      path: '/SDNGuangchuchong/Overview',
      title: { zh: '光储充总览', en: 'Storage and PV overview' },
      load: () => import('./OverviewPage.tsx'),
    },
    {
      path: '/SDNGuangchuchong/PVOverview',
      title: { zh: '光伏', en: 'PV' },
      load: () => import('./PvPage.tsx'),
    },
    {
      path: '/SDNGuangchuchong/ChunengOverview',
      title: { zh: '储能', en: 'Storage' },
      load: () => import('./StoragePage.tsx'),
    },
    {
      path: '/SDNGuangchuchong/Running/PCSAnalysis',
      title: { zh: '变流器分析', en: 'Converters' },
      load: () => import('./PcsPage.tsx'),
    },
    {
      path: '/SDNGuangchuchong/Running/BatteryAnalysis',
      title: { zh: '电池分析', en: 'Batteries' },
      load: () => import('./BatteryPage.tsx'),
    },
  ],
};
