import type { WebFeature } from '#web/page.ts';

export const registration: WebFeature = {
  routes: [
    {
      path: '/register',
      title: { zh: '企业注册', en: 'Register an enterprise' },
      anonymous: true,
      antd: false,
      load: () => import('./RegisterPage.tsx'),
    },
  ],
};
