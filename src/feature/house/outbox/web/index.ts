import type { WebFeature } from '#web/page.ts';

export const outbox: WebFeature = {
  routes: [
    {
      path: '/SDNSysAdmin/SDNOutbox',
      title: { zh: '发件箱', en: 'Outbox' },
      load: () => import('./OutboxPage.tsx'),
    },
  ],
};
