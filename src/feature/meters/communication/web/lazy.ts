import { lazy } from 'react';

/** How meters communicate and how much of it came, for pages about one thing. */
export const MeterPage = lazy(() => import('./MeterPage.tsx'));
export const RatePage = lazy(() => import('./RatePage.tsx'));
