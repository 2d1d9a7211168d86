import type { WebFeature } from '#web/page.ts';

export const alarm: WebFeature = {
  routes: [
    {
      path: '/SDNAlertConfig/SDNRTAlertMonitor',
      title: { zh: '实时告警监视', en: 'Alarm monitor' },
      load: () => import('./monitor/MonitorPage.tsx'),
    },
  ],
};
