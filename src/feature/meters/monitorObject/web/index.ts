import type { WebFeature } from '#web/page.ts';

const OBJECTS = '/SDNEquipment/SDNMonitorObject';

export const monitorObject: WebFeature = {
  routes: [
    {
      path: OBJECTS,
      title: { zh: '监测对象', en: 'Monitored objects' },
      load: () => import('./ObjectTreePage.tsx'),
    },
    {
      path: '/SDNEquipment/SDNMonitorObjectList',
      title: { zh: '监测对象列表', en: 'List of monitored objects' },
      parent: OBJECTS,
      load: () => import('./ObjectListPage.tsx'),
    },
    {
      path: '/SDNEquipment/SDNStationTree',
      title: { zh: '组织与站点树', en: 'Units and stations' },
      load: () => import('./StationTreePage.tsx'),
    },
  ],
};
