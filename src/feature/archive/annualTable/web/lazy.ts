import { lazy } from 'react';

/** The annual table, as a tab of the archive. */
export const AnnualTablePage = lazy(() => import('./AnnualTablePage.tsx'));
