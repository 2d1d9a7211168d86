import type { Route } from '#server/route.ts';
import { load } from './load.ts';
import { loadCalls } from './loadCalls.ts';
import { getCurve } from './loadCurve.ts';
import { getQuarters } from './loadQuarters.ts';
import { peak } from './peak.ts';

export const routes: readonly Route[] = [...load, ...loadCalls, getCurve, getQuarters, ...peak];
