import type { WebFeature } from '#web/page.ts';

export const displayBoard: WebFeature = {
  routes: [
    {
      path: '/HTDisplay',
      title: { zh: '展示屏', en: 'Display board' },
      anonymous: true,
      antd: false,
      load: () => import('./BoardPage.tsx'),
    },
  ],
};
