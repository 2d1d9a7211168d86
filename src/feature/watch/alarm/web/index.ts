import type { WebFeature } from '#web/page.ts';

export const alarm: WebFeature = {
  routes: [
    {
      path: '/SDNAlertConfig/SDNRTAlertMonitor',
      title: { zh: '实时告警监视', en: 'Alarm monitor' },
      load: () => import('./monitor/MonitorPage.tsx'),
    },
    {
      path: '/SDNEventAlert/SDNEventAlert',
      title: { zh: '告警事件', en: 'Alarm events' },
      load: () => import('./event/EventPage.tsx'),
    },
  ],
};
