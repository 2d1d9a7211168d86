import type { WebFeature } from '#web/page.ts';

export const singleSignOn: WebFeature = {
  routes: [
    {
      path: '/singleSignOn',
      title: { zh: '单点登录', en: 'Single sign-on' },
      anonymous: true,
      antd: false,
      load: () => import('./SignOnPage.tsx'),
    },
    {
      path: '/SDNSysAdmin/SDNSingleSignOn',
      title: { zh: '单点登录', en: 'Single sign-on' },
      load: () => import('./StatePage.tsx'),
    },
  ],
};
