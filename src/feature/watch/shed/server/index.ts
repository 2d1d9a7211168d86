import type { Route } from '#server/route.ts';
import { armRoutes } from './armRoute.ts';
import { runRoutes } from './runRoutes.ts';
import { stateRoutes } from './stateRoutes.ts';

export const routes: readonly Route[] = [...stateRoutes, ...armRoutes, ...runRoutes];
