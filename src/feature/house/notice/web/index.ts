import type { WebFeature } from '#web/page.ts';

export const notice: WebFeature = {
  routes: [
    {
      path: '/SDNCommunication/SDNNotice',
      title: { zh: '通知', en: 'Notices' },
      load: () => import('./NoticePage.tsx'),
    },
  ],
};
