import { lazy } from 'react';
import { analysisScreen } from '#web/analysisFrame/analysisScreen.ts';

/** The screen as a tab of a page about one thing; fetched when it is first shown. */
export const LoadPage = lazy(analysisScreen(async () => (await import('./load.ts')).load));

/** Every quarter of an hour of a year as one picture. */
export const QuarterHeat = lazy(async () => ({ default: (await import('./LoadHeat.tsx')).QuarterHeat }));
