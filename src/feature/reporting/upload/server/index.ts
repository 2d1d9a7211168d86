import type { Route } from '#server/route.ts';
import { checkRoutes } from './checkRoutes.ts';
import { detailRoutes } from './detailRoutes.ts';
import { platformRoutes } from './platformRoutes.ts';
import { recordRoutes } from './recordRoutes.ts';

export const routes: readonly Route[] = [...platformRoutes, ...recordRoutes, ...detailRoutes, ...checkRoutes];
