import type { Route } from '#server/route.ts';
import { modelRoutes } from './modelRoutes.ts';
import { sceneRoutes } from './sceneRoutes.ts';
import { templateRoutes } from './templateRoutes.ts';
import { valueRoutes } from './valueRoutes.ts';

export const routes: readonly Route[] = [...sceneRoutes, ...valueRoutes, ...modelRoutes, ...templateRoutes];
