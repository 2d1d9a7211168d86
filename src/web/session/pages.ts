import type { WebFeature } from '#web/page.ts';

/** Screens about the session inside the shell. */
export const session: WebFeature = {
  routes: [
    {
      path: '/SDNUserAdmin/SDNResetPwd',
      title: { zh: '修改密码', en: 'Change password' },
      antd: false,
      load: () => import('./PasswordPage.tsx'),
    },
  ],
};
