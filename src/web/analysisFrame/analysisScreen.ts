import type { ComponentType } from 'react';
import type { Analysis } from './analysis.ts';

/** Fetches the screen of an analysis: the frame and the analysis together. */
export const analysisScreen = (
  read: () => Promise<Analysis>,
): (() => Promise<{ readonly default: ComponentType }>) => {
  return async () => {
    const [{ pageOf }, analysis] = await Promise.all([import('./AnalysisPage.tsx'), read()]);
    return { default: pageOf(analysis) };
  };
};
