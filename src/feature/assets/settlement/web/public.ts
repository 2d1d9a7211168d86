import { lazy } from 'react';

/** The door of the settlement on the web: the frame of pages about assets, and how a month came out. */
export { readSpan } from './address.ts';
export { chartQuery } from './calls.ts';
export { AmountBars } from './AmountBars.tsx';
export { PeriodName } from './LinePanel.tsx';
export { useSpan } from './useSpan.ts';

/** What chooses dates and sites brings antd: it is fetched when a page shows it. */
export const RangeFilter = lazy(async () => ({ default: (await import('./RangeFilter.tsx')).RangeFilter }));
export const SiteFrame = lazy(async () => ({ default: (await import('./SiteFrame.tsx')).SiteFrame }));
