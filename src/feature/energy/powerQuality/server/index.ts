import type { Route } from '#server/route.ts';
import { qualityAnalysis } from './analysis.ts';
import { qualityCalls } from './calls.ts';

export const routes: readonly Route[] = [...qualityAnalysis, ...qualityCalls];
