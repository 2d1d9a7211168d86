import type { WebFeature } from '#web/page.ts';

export const dataInput: WebFeature = {
  routes: [
    {
      path: '/SDNPowerAdmin/SDNDataInput',
      title: { zh: '数据录入', en: 'Data input' },
      load: () => import('./DataInputPage.tsx'),
    },
  ],
};
