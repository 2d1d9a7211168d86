import type { WebFeature } from '#web/page.ts';

/** Pictures of sites: looked at live, and drawn. */
export const diagram: WebFeature = {
  routes: [
    {
      path: '/SDNMonitoring/OneLine',
      title: { zh: '实时一次图', en: 'One-line diagram' },
      antd: false,
      load: () => import('./OneLinePage.tsx'),
    },
    {
      path: '/SDNMonitoring/ht2DEditor',
      title: { zh: '二维图编辑器', en: 'Diagram editor' },
      load: () => import('./editor/EditorPage.tsx'),
    },
  ],
};
