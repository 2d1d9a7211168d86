import type { Route } from '#server/route.ts';
import { curveRoutes } from './curveRoutes.ts';
import { issueRoutes } from './issueRoutes.ts';
import { planRoutes } from './planRoutes.ts';
import { paperRoutes } from './paperRoutes.ts';
import { sheetRoutes } from './sheetRoutes.ts';

export const routes: readonly Route[] = [
  ...planRoutes,
  ...issueRoutes,
  ...sheetRoutes,
  ...paperRoutes,
  ...curveRoutes,
];
