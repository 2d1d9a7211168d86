import type { WebFeature } from '#web/page.ts';

export const control: WebFeature = {
  routes: [
    {
      path: '/SDNControl/SDNControlPoint',
      title: { zh: '控制点', en: 'Control points' },
      load: () => import('./ControlPage.tsx'),
    },
    {
      path: '/SDNUser/SDNControl',
      title: { zh: '我的遥控', en: 'My outputs' },
      load: () => import('./ControlPage.tsx'),
    },
    {
      path: '/SDNControl/SDNControlApproval',
      title: { zh: '操作审批', en: 'Approvals of commands' },
      load: () => import('./ApprovalPage.tsx'),
    },
    {
      path: '/SDNControl/SDNControlHistory',
      title: { zh: '操作历史', en: 'Command history' },
      load: () => import('./HistoryPage.tsx'),
    },
    {
      path: '/SDNControl/SDNControlLinkage',
      title: { zh: '联动授权', en: 'Controls by alarms allowed' },
      load: () => import('./LinkagePage.tsx'),
    },
  ],
};
