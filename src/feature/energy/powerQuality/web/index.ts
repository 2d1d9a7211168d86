import { analysisRoute } from '#web/analysisFrame/analysisRoute.ts';
import type { WebFeature } from '#web/page.ts';

export const powerQuality: WebFeature = {
  routes: [
    analysisRoute(
      'SDNElectricQualityAnalysis',
      { zh: '电能质量', en: 'Power quality' },
      async () => (await import('./quality.ts')).quality,
    ),
  ],
};
