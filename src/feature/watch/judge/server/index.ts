import { bucketRoutes } from './bucketRoute.ts';
import { reasonRoutes } from './reasonRoute.ts';

export const routes = [...reasonRoutes, ...bucketRoutes];
