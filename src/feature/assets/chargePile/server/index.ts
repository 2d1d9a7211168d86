import type { Route } from '#server/route.ts';
import { analysisRoutes } from './analysisRoutes.ts';
import { commandRoutes } from './commandRoutes.ts';
import { curveRoutes } from './curveRoutes.ts';
import { liveRoutes } from './liveRoutes.ts';

export const routes: readonly Route[] = [...liveRoutes, ...analysisRoutes, ...curveRoutes, ...commandRoutes];
