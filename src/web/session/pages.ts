import type { WebFeature } from '#web/page.ts';

/** Screens about the session, inside the shell and before it. */
export const session: WebFeature = {
  routes: [
    {
      path: '/SDNUserAdmin/SDNResetPwd',
      title: { zh: '修改密码', en: 'Change password' },
      antd: false,
      first: true,
      load: () => import('./PasswordPage.tsx'),
    },
    {
      path: '/SDNUserAdmin/SDNUserInfo',
      title: { zh: '个人信息', en: 'Profile' },
      antd: false,
      first: true,
      load: () => import('./ProfilePage.tsx'),
    },
    {
      path: '/lock',
      title: { zh: '锁屏', en: 'Lock' },
      anonymous: true,
      antd: false,
      first: true,
      load: () => import('./LockPage.tsx'),
    },
    {
      path: '/forgot',
      title: { zh: '忘记密码', en: 'Forgot the password' },
      anonymous: true,
      antd: false,
      first: true,
      load: () => import('./ForgotPage.tsx'),
    },
  ],
};
