import { lazy } from 'react';
import type { WebFeature } from '#web/page.ts';
import { showAt } from '#web/place.tsx';
import { ShellPlace } from '#web/shell/place.ts';

export const workOrder: WebFeature = {
  routes: [
    {
      path: '/SDNWatch/WorkBoard',
      title: { zh: '工单看板', en: 'Board of work orders' },
      load: () => import('./WorkOrderPage.tsx'),
    },
    {
      path: '/Customer/WorkOrder',
      title: { zh: '我的工单', en: 'My work orders' },
      load: () => import('./MyOrderPage.tsx'),
    },
  ],
  shows: [
    showAt(
      ShellPlace,
      lazy(() => import('./PhotoSender.tsx')),
    ),
  ],
};
