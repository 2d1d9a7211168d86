import { actRoutes } from './actRoutes.ts';
import { exportRoutes } from './exportRoutes.ts';
import { figureRoutes } from './figureRoutes.ts';
import { listRoutes } from './listRoutes.ts';
import { openRoutes } from './openRoutes.ts';
import { shelfRoutes } from './shelfRoutes.ts';
import { userRoutes } from './userRoutes.ts';
import { treeRoutes } from './treeRoutes.ts';

export const routes = [
  ...actRoutes,
  ...treeRoutes,
  ...shelfRoutes,
  ...openRoutes,
  ...listRoutes,
  ...exportRoutes,
  ...figureRoutes,
  ...userRoutes,
];
