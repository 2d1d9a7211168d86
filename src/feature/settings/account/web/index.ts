import type { WebFeature } from '#web/page.ts';

export const account: WebFeature = {
  routes: [
    {
      path: '/SDNSysAdmin/SDNMenuAdmin',
      title: { zh: '功能菜单', en: 'Functions' },
      load: () => import('./MenuAdminPage.tsx'),
    },
    {
      path: '/SDNSysAdmin/SDNPermission',
      title: { zh: '账号权限', en: 'Rights of an account' },
      load: () => import('./PermissionPage.tsx'),
    },
    {
      path: '/SDNOperationAdmin/SDNUserAdmin',
      title: { zh: '运营人员', en: 'Operators' },
      load: () => import('./OperatorsPage.tsx'),
    },
    {
      path: '/invitation',
      title: { zh: '接受邀请', en: 'Your invitation' },
      anonymous: true,
      antd: false,
      load: () => import('./InvitationPage.tsx'),
    },
  ],
};
