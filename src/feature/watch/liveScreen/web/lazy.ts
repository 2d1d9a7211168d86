import { lazy } from 'react';

export const ObjectDrawer = lazy(async () => ({
  default: (await import('./ObjectDrawer.tsx')).ObjectDrawer,
}));
