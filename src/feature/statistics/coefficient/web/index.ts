import type { WebFeature } from '#web/page.ts';

export const coefficient: WebFeature = {
  routes: [
    {
      path: '/SDNPowerAdmin/SDNCoefficient',
      title: { zh: '折标与碳系数', en: 'Coal and carbon factors' },
      load: () => import('./CoefficientPage.tsx'),
    },
  ],
};
