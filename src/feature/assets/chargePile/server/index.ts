import type { Route } from '#server/route.ts';
import { analysisRoutes } from './analysisRoutes.ts';
import { commandRoutes } from './commandRoutes.ts';
import { curveRoutes } from './curveRoutes.ts';
import { judgeRoutes } from './judgeRoute.ts';
import { liveRoutes } from './liveRoutes.ts';
import { settingRoutes } from './settingRoutes.ts';
import { shareRoutes } from './shareRoutes.ts';

export const routes: readonly Route[] = [
  ...liveRoutes,
  ...analysisRoutes,
  ...curveRoutes,
  ...commandRoutes,
  ...judgeRoutes,
  ...shareRoutes,
  ...settingRoutes,
];
