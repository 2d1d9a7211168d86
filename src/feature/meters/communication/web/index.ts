import type { WebFeature } from '#web/page.ts';

export const communication: WebFeature = {
  routes: [
    {
      path: '/SDNCommunication/SDNGatewayCommunication',
      title: { zh: '网关', en: 'Gateways' },
      load: () => import('./GatewayPage.tsx'),
    },
    {
      path: '/SDNCommunication/SDNMeterCommunication',
      title: { zh: '表计通信', en: 'Meter communication' },
      load: () => import('./MeterPage.tsx'),
    },
    {
      path: '/SDNCommunication/SDNCollectionRateStatistics',
      title: { zh: '采集率统计', en: 'Collection rate' },
      load: () => import('./RatePage.tsx'),
    },
    {
      path: '/SDNCommunication/SDNCommunicationData',
      title: { zh: '通信数据', en: 'Communication data' },
      load: () => import('./MessagePage.tsx'),
    },
  ],
};
