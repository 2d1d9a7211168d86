import { analysisRoute } from '#web/analysisFrame/analysisRoute.ts';
import type { WebFeature } from '#web/page.ts';

export const use: WebFeature = {
  routes: [
    {
      path: '/SDNPowerAdmin/SDNPowerAnalysis',
      title: { zh: '用能分析', en: 'Energy analysis' },
      load: async () => ({ default: (await import('./energyViews.ts')).energyViews }),
    },
    analysisRoute(
      'SDNPowerRankPage',
      { zh: '用能排名', en: 'Energy ranking' },
      async () => (await import('./part.ts')).part,
    ),
  ],
};
