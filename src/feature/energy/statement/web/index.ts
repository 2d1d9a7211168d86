import { analysisRoute } from '#web/analysisFrame/analysisRoute.ts';
import type { WebFeature } from '#web/page.ts';

export const statement: WebFeature = {
  routes: [
    analysisRoute(
      'SDNStatementStatistics',
      { zh: '报表统计', en: 'Energy statement' },
      async () => (await import('./statement.ts')).statement,
    ),
  ],
};
