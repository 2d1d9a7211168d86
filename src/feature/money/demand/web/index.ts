import type { WebFeature } from '#web/page.ts';

export const demand: WebFeature = {
  routes: [
    {
      path: '/SDNPowerAdmin/SDNDemandGuard',
      title: { zh: '需量监控', en: 'Demand guard' },
      load: () => import('./GuardPage.tsx'),
    },
  ],
};
