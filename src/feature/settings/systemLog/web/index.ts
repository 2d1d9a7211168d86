import type { WebFeature } from '#web/page.ts';

export const systemLog: WebFeature = {
  routes: [
    {
      path: '/SDNSysAdmin/SDNSystemLogs',
      title: { zh: '系统日志', en: 'System logs' },
      load: () => import('./SystemLogsPage.tsx'),
    },
    {
      path: '/SDNUserAdmin/SDNOperateRecords',
      title: { zh: '操作记录', en: 'Operation records' },
      load: () => import('./OperateRecordsPage.tsx'),
    },
  ],
};
