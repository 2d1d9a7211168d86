import type { Route } from '#server/route.ts';
import { addRoutes } from './add.ts';
import { baseInfoRoutes } from './baseInfo.ts';
import { extendRoutes } from './extend.ts';
import { itemRoutes } from './items.ts';
import { moveRoutes } from './move.ts';
import { templateRoutes } from './template.ts';
import { treeRoutes } from './trees.ts';
import { unitRoutes } from './unit.ts';

export const routes: readonly Route[] = [
  ...treeRoutes,
  ...addRoutes,
  ...moveRoutes,
  ...extendRoutes,
  ...baseInfoRoutes,
  ...itemRoutes,
  ...templateRoutes,
  ...unitRoutes,
];
