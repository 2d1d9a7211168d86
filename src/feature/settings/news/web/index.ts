import type { WebFeature } from '#web/page.ts';

export const news: WebFeature = {
  routes: [
    {
      path: '/SDNOperationAdmin/SDNEditNews',
      title: { zh: '编辑新闻', en: 'Edit news' },
      parent: '/SDNOperationAdmin/SDNNews',
      load: () => import('./EditNewsPage.tsx'),
    },
    {
      path: '/SDNUserAdmin/SDNNewsCenter',
      title: { zh: '新闻公告', en: 'News' },
      antd: false,
      load: () => import('./NewsCenterPage.tsx'),
    },
    {
      path: '/Customer/News',
      title: { zh: '通知公告', en: 'Announcements' },
      antd: false,
      load: () => import('./NewsCenterPage.tsx'),
    },
  ],
};
