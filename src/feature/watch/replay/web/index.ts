import type { WebFeature } from '#web/page.ts';

export const replay: WebFeature = {
  routes: [
    {
      path: '/SDNAlertConfig/Replay',
      title: { zh: '规则回放', en: 'Replay' },
      load: () => import('./ReplayPage.tsx'),
    },
  ],
};
