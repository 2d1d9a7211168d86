import { lazy } from 'react';

export { STATUS } from './attention.ts';
export { moneyFigures, productFigure, waitingFigures } from './moneyFigures.ts';
export { useAttention, useDeviceCosts, useMoney } from './useHome.ts';
export { useHomeTexts } from './useHomeTexts.ts';

/** What is worth attention on a day; nobody waits for it before the first picture. */
export const AttentionPanel = lazy(() => import('./AttentionPanel.tsx'));
