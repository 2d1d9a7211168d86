import type { WebFeature } from '#web/page.ts';

/** The screens of the metering archive: one page around all 37 tabs. */
export const meteringArchive: WebFeature = {
  routes: [
    {
      path: '/Archive/Overview',
      title: { zh: '档案总览', en: 'Archive overview' },
      load: () => import('./OverviewPage.tsx'),
    },
    {
      path: '/Archive/VerificationCalendar',
      title: { zh: '检定日历', en: 'Verification calendar' },
      load: () => import('./CalendarPage.tsx'),
    },
    {
      path: '/Archive/$tab',
      title: { zh: '计量档案', en: 'Metering archive' },
      load: () => import('./ArchivePage.tsx'),
    },
  ],
};
