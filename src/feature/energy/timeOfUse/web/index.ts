import { analysisRoute } from '#web/analysisFrame/analysisRoute.ts';
import type { WebFeature } from '#web/page.ts';

export const timeOfUse: WebFeature = {
  routes: [
    analysisRoute(
      'SDNTimeShareAnalysis',
      { zh: '分时分析', en: 'Time-of-use analysis' },
      async () => (await import('./timeShare.ts')).timeShare,
    ),
    analysisRoute(
      'SDNCycleAnalysis',
      { zh: '周期分析', en: 'Weekly cycle' },
      async () => (await import('./cycle.ts')).cycle,
    ),
  ],
};
