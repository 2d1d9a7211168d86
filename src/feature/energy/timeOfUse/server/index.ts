import type { Route } from '#server/route.ts';
import { cycle } from './cycle.ts';
import { timeShare } from './timeShare.ts';

export const routes: readonly Route[] = [...timeShare, ...cycle];
