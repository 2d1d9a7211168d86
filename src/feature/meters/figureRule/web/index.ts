import type { WebFeature } from '#web/page.ts';

export const figureRule: WebFeature = {
  routes: [
    {
      path: '/SDNMonitoring/FigureChange',
      title: { zh: '数值变更', en: 'Changed figures' },
      load: () => import('./FigureChangePage.tsx'),
    },
  ],
};
