import type { WebFeature } from '#web/page.ts';

export const compose: WebFeature = {
  routes: [
    {
      path: '/SDNBaseConfig/SDNAlarmCompose',
      title: { zh: '告警组合', en: 'Alarm composition' },
      load: () => import('./ComposePage.tsx'),
    },
  ],
};
