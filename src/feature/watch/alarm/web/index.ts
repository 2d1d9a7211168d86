import type { WebFeature } from '#web/page.ts';
import { askAhead } from './monitor/headQuery.ts';

export const alarm: WebFeature = {
  routes: [
    {
      path: '/SDNAlertConfig/SDNRTAlertMonitor',
      title: { zh: '实时告警监视', en: 'Alarm monitor' },
      antd: false,
      load: () => import('./monitor/MonitorPage.tsx'),
      ahead: askAhead,
    },
    {
      path: '/SDNEventAlert/SDNEventAlert',
      title: { zh: '告警事件', en: 'Alarm events' },
      load: () => import('./event/EventPage.tsx'),
    },
  ],
};
