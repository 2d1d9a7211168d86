import { analysisRoute } from '#web/analysisFrame/analysisRoute.ts';
import type { WebFeature } from '#web/page.ts';

export const demandAnalysis: WebFeature = {
  routes: [
    analysisRoute(
      'SDNDemandAnalysis',
      { zh: '需量分析', en: 'Demand analysis' },
      async () => (await import('./demand.ts')).demand,
    ),
  ],
};
