import { lazy } from 'react';

/** The screen as a tab of a page about one thing; fetched when it is first shown. */
export const EnergyViews = lazy(async () => ({ default: (await import('./energyViews.ts')).energyViews }));
