import { analysisRoute } from '#web/analysisFrame/analysisRoute.ts';
import type { WebFeature } from '#web/page.ts';

export const energyFlow: WebFeature = {
  routes: [
    analysisRoute(
      'SDNPowerFlowPage',
      { zh: '能流分析', en: 'Energy flow' },
      async () => (await import('./flow.ts')).flow,
    ),
  ],
};
