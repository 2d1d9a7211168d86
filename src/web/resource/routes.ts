import type { PageRoute } from '#web/page.ts';

/**
 * The list pages of all resources: one lazy page behind every address that no other page has. The definitions say at
 * which `screen` each stands; they travel with the page, so that the start does not carry them.
 */
export const resourceScreen: PageRoute = {
  path: '$',
  title: { zh: '', en: '' },
  load: () => import('./ResourceScreen.tsx'),
};
