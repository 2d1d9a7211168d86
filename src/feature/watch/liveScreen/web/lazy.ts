import { lazy } from 'react';

export const ObjectDrawer = lazy(async () => ({
  default: (await import('./ObjectDrawer.tsx')).ObjectDrawer,
}));
export const SiteMap = lazy(async () => ({ default: (await import('./map/SiteMap.tsx')).SiteMap }));
