import { actRoutes } from './actRoutes.ts';
import { figureRoutes } from './figureRoutes.ts';

export const routes = [...actRoutes, ...figureRoutes];
