import { lazy } from 'react';

export { guardsQuery } from './calls.ts';
export { GuardPanel } from './GuardPanel.tsx';

/** The maximum demand of settlement months; fetched when it is first shown. */
export const DemandPanel = lazy(() => import('./DemandPanel.tsx'));
