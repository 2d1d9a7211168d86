import { lazy } from 'react';

/** The tables of instruments, as tabs of the archive. */
export const GaugeTab = lazy(() => import('./GaugeTab.tsx'));
