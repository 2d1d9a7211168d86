import type { WebFeature } from '#web/page.ts';

export const liveScreen: WebFeature = {
  routes: [
    {
      path: '/SDNMonitoring/SiteOverview',
      title: { zh: '站点总览', en: 'Sites' },
      load: () => import('./SiteOverviewPage.tsx'),
    },
    {
      path: '/SDNMonitoring/MonitoringChart',
      title: { zh: '监测曲线', en: 'Curves' },
      load: () => import('./MonitoringChartPage.tsx'),
    },
    {
      path: '/SDNMonitoring/SDNEnergy',
      title: { zh: '实时能耗', en: 'Live energy' },
      load: () => import('./EnergyPage.tsx'),
    },
    {
      path: '/SDNMonitoring/ObjectDetails',
      title: { zh: '对象与设备详情', en: 'Objects and devices now' },
      parent: '/SDNMonitoring/SiteOverview',
      load: () => import('./ObjectListPage.tsx'),
    },
    {
      path: '/Customer/Map',
      title: { zh: '站点分布', en: 'Site map' },
      load: () => import('./CustomerMapPage.tsx'),
    },
    {
      path: '/Customer/Object',
      title: { zh: '对象监测', en: 'Objects now' },
      load: () => import('./ObjectListPage.tsx'),
    },
    {
      path: '/Customer/Device',
      title: { zh: '设备档案', en: 'Device archive' },
      load: () => import('./DeviceListPage.tsx'),
    },
  ],
};
