import { lazy } from 'react';

/** What was corrected on a meter; fetched when it is first shown. */
export const HistoryPanel = lazy(async () => ({
  default: (await import('./HistoryPanel.tsx')).HistoryPanel,
}));
/** Where a meter's readings are repaired, for its page. */
export const MeterRepairPage = lazy(() => import('./MeterRepairPage.tsx'));
