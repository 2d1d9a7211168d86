import type { WebFeature } from '#web/page.ts';

export const calendar: WebFeature = {
  routes: [
    {
      path: '/SDNTimeConfig/SDNTimeItem',
      title: { zh: '分时时段', en: 'Time-of-use calendars' },
      load: () => import('./TimeItemPage.tsx'),
    },
    {
      path: '/SDNPowerAdmin/SDNTimeConfig',
      title: { zh: '分时时段', en: 'Time-of-use calendars' },
      parent: '/SDNTimeConfig/SDNTimeItem',
      load: () => import('./TimeItemPage.tsx'),
    },
  ],
};
