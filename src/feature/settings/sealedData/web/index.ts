import type { WebFeature } from '#web/page.ts';

export const sealedData: WebFeature = {
  routes: [
    {
      path: '/SDNSysAdmin/SDNSealedData',
      title: { zh: '封存数据', en: 'Sealed data' },
      load: () => import('./SealedDataPage.tsx'),
    },
  ],
};
