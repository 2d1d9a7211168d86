import { lazy } from 'react';
import { analysisScreen } from '#web/analysisFrame/analysisScreen.ts';

/** The screen as a tab of a page about one thing; fetched when it is first shown. */
export const QualityPage = lazy(analysisScreen(async () => (await import('./quality.ts')).quality));
