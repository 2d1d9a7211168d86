import { analysisRoute } from '#web/analysisFrame/analysisRoute.ts';
import type { WebFeature } from '#web/page.ts';

export const comparison: WebFeature = {
  routes: [
    analysisRoute(
      'SDNCompareAnalysis',
      { zh: '对比分析', en: 'Comparison' },
      async () => (await import('./compare.ts')).compare,
    ),
  ],
};
