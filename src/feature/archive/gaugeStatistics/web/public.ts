import { lazy } from 'react';

export { statisticsQuery } from './calls.ts';

/** The tables of instruments, as tabs of the archive. */
export const GaugeTab = lazy(() => import('./GaugeTab.tsx'));
