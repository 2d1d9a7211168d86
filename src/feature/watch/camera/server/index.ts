import type { Route } from '#server/route.ts';
import { clipRoutes } from './clipRoutes.ts';
import { connectRoutes } from './connectRoutes.ts';
import { motionRoutes } from './motionRoutes.ts';
import { objectRoutes } from './objectRoutes.ts';
import { pictureRoutes } from './pictureRoutes.ts';

export const routes: readonly Route[] = [
  ...motionRoutes,
  ...pictureRoutes,
  ...objectRoutes,
  ...connectRoutes,
  ...clipRoutes,
];
