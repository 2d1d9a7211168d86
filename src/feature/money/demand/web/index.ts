import { lazy } from 'react';
import { MeterLifePlace } from '#feature/meters/ledger/web/public.ts';
import type { WebFeature } from '#web/page.ts';
import { showAt } from '#web/place.tsx';

export const demand: WebFeature = {
  routes: [
    {
      path: '/SDNPowerAdmin/SDNDemandGuard',
      title: { zh: '需量监控', en: 'Demand guard' },
      load: () => import('./GuardPage.tsx'),
    },
  ],
  shows: [
    showAt(
      MeterLifePlace,
      lazy(() => import('./DemandOfMeter.tsx')),
    ),
  ],
};
