import { lazy } from 'react';
import { analysisScreen } from '#web/analysisFrame/analysisScreen.ts';

/** The screen as a tab of a page about one thing; fetched when it is first shown. */
export const DemandPage = lazy(analysisScreen(async () => (await import('./demand.ts')).demand));
