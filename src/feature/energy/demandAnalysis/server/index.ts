import type { Route } from '#server/route.ts';
import { demandAnalysis } from './analysis.ts';
import { demandCalls } from './calls.ts';

export const routes: readonly Route[] = [...demandAnalysis, ...demandCalls];
