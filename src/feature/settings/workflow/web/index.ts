import type { WebFeature } from '#web/page.ts';

const REQUESTS = '/SDNSysAdmin/SDNWorkflowRequest';

export const workflow: WebFeature = {
  routes: [
    {
      path: REQUESTS,
      title: { zh: '流程办理', en: 'Requests' },
      load: () => import('./RequestListPage.tsx'),
    },
    {
      path: `${REQUESTS}/$id`,
      title: { zh: '申请详情', en: 'Request' },
      parent: REQUESTS,
      load: () => import('./RequestPage.tsx'),
    },
    {
      path: '/SDNSysAdmin/SDNWorkflow',
      title: { zh: '流程定义', en: 'Workflows' },
      load: () => import('./WorkflowPage.tsx'),
    },
  ],
};
