import type { WebFeature } from '#web/page.ts';

export const shed: WebFeature = {
  routes: [
    {
      path: '/SDNControl/SDNControlShed',
      title: { zh: '需量减载', en: 'Load shedding' },
      load: () => import('./ShedPage.tsx'),
    },
  ],
};
