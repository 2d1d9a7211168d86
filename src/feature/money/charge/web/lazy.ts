import { lazy } from 'react';

/** What energy costs, for the page of one thing. */
export const ChargePage = lazy(() => import('./ChargePage.tsx'));
