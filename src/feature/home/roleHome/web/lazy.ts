import { lazy } from 'react';

/** What is worth attention on a day; nobody waits for it before the first picture. */
export const AttentionPanel = lazy(() => import('./AttentionPanel.tsx'));

/** Alarms over everything else, on a phone. */
export const AlarmRow = lazy(() => import('./AlarmRow.tsx'));
