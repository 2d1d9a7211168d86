import type { WebFeature } from '#web/page.ts';

export const camera: WebFeature = {
  routes: [
    {
      path: '/SDNWatch/SDNCamera',
      title: { zh: '视频监控', en: 'Video' },
      load: () => import('./CameraPage.tsx'),
    },
    {
      path: '/SDNUser/SDNCamera',
      title: { zh: '我的摄像机', en: 'My cameras' },
      load: () => import('./UserCameraPage.tsx'),
    },
  ],
};
