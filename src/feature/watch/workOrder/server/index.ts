import { routes as own } from './routes.ts';
import { userRoutes } from './userRoutes.ts';

export const routes = [...own, ...userRoutes];
