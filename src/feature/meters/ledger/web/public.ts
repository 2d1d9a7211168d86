import { lazy } from 'react';

export { lifeQuery } from './calls.ts';
export { History } from './History.tsx';

/** The life of a meter, for its page. */
export const MeterLifePage = lazy(() => import('./MeterLifePage.tsx'));
