import type { WebFeature } from '#web/page.ts';

export const help: WebFeature = {
  routes: [
    {
      path: '/SDNUserAdmin/SDNHelp',
      title: { zh: '帮助', en: 'Help' },
      antd: false,
      load: () => import('./HelpPage.tsx'),
    },
  ],
};
