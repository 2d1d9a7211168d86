/** The door of the settlement on the web: the frame of pages about assets, and how a month came out. */
export { readSpan } from './address.ts';
export { chartQuery } from './calls.ts';
export { AmountBars } from './AmountBars.tsx';
export { PeriodName } from './LinePanel.tsx';
export { RangeFilter, useSpan } from './RangeFilter.tsx';
export { SiteFrame } from './SiteFrame.tsx';
