import { lazy } from 'react';
import { analysisScreen } from '#web/analysisFrame/analysisScreen.ts';

/** Screens that pages about one thing show as tabs; fetched when they are first shown. */
export const DemandPage = lazy(analysisScreen(async () => (await import('./demand.ts')).demand));
export const QualityPage = lazy(analysisScreen(async () => (await import('./quality.ts')).quality));
export const LoadPage = lazy(analysisScreen(async () => (await import('./load.ts')).load));
export const EnergyViews = lazy(async () => ({ default: (await import('./energyViews.ts')).energyViews }));

/** Every quarter of an hour of a year as one picture. */
export const QuarterHeat = lazy(async () => ({ default: (await import('./LoadHeat.tsx')).QuarterHeat }));
