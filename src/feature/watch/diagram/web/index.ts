import { lazy } from 'react';
import { SitePicturePlace } from '#feature/watch/liveScreen/web/public.ts';
import type { WebFeature } from '#web/page.ts';
import { showAt } from '#web/place.tsx';
import { askAhead } from './sceneQuery.ts';

/** Pictures of sites: looked at live, and drawn. */
export const diagram: WebFeature = {
  routes: [
    {
      path: '/SDNMonitoring/OneLine',
      title: { zh: '实时一次图', en: 'One-line diagram' },
      antd: false,
      load: () => import('./OneLinePage.tsx'),
      ahead: askAhead,
    },
    {
      path: '/SDNMonitoring/ht2DEditor',
      title: { zh: '二维图编辑器', en: 'Diagram editor' },
      load: () => import('./editor/EditorPage.tsx'),
    },
    {
      path: '/SDNMonitoring/Scene3D',
      title: { zh: '三维场景', en: '3-D scene' },
      antd: false,
      load: () => import('./space/SpacePage.tsx'),
      ahead: askAhead,
    },
    {
      path: '/SDNMonitoring/ht3DEditor',
      title: { zh: '三维图编辑器', en: '3-D editor' },
      load: () => import('./space/edit/SpaceEditorPage.tsx'),
    },
  ],
  shows: [
    showAt(
      SitePicturePlace,
      lazy(() => import('./SitePicture.tsx')),
    ),
  ],
};
