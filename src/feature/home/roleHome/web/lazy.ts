import { lazy } from 'react';

/** What is worth attention on a day; nobody waits for it before the first picture. */
export const AttentionPanel = lazy(() => import('./AttentionPanel.tsx'));
