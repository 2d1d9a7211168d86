import type { WebFeature } from '#web/page.ts';

/** The screens of the metering archive: one page around all 37 tabs. */
export const meteringArchive: WebFeature = {
  routes: [
    {
      path: '/Archive/$tab',
      title: { zh: '计量档案', en: 'Metering archive' },
      load: () => import('./ArchivePage.tsx'),
    },
  ],
};
