import { actRoutes } from './actRoutes.ts';
import { exportRoutes } from './exportRoutes.ts';
import { figureRoutes } from './figureRoutes.ts';
import { listRoutes } from './listRoutes.ts';
import { openRoutes } from './openRoutes.ts';
import { reasonRoutes } from './reasonRoute.ts';
import { shelfRoutes } from './shelfRoutes.ts';

export const routes = [
  ...actRoutes,
  ...shelfRoutes,
  ...openRoutes,
  ...listRoutes,
  ...exportRoutes,
  ...figureRoutes,
  ...reasonRoutes,
];
