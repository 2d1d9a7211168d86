import type { WebFeature } from '#web/page.ts';

/** How accounts are protected: one's own, and the rules for all. */
export const security: WebFeature = {
  routes: [
    {
      path: '/SDNUserAdmin/SDNSecurity',
      title: { zh: '账号安全', en: 'Account security' },
      load: () => import('./SecurityPage.tsx'),
    },
    {
      path: '/SDNSysAdmin/SDNSignInRule',
      title: { zh: '登录规则', en: 'Sign-in rules' },
      load: () => import('./SignInRulePage.tsx'),
    },
  ],
};
