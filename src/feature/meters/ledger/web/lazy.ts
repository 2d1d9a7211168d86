import { lazy } from 'react';

/** The life of a meter, for its page. */
export const MeterLifePage = lazy(() => import('./MeterLifePage.tsx'));
