import type { Route } from '#server/route.ts';
import { consumerRoutes } from './consumers.ts';
import { editUrl } from './dashboard.ts';
import { fileRoutesOf } from './files.ts';
import { iconRoutesOf } from './icons.ts';
import { addRelations } from './relations.ts';
import { sheetsOf } from './sheets.ts';
import { siteRoutes } from './sites.ts';
import { typeRoutes } from './types.ts';
import { userRoutes } from './userRoutes.ts';

export const routes: readonly Route[] = [
  ...consumerRoutes,
  ...siteRoutes,
  ...typeRoutes,
  ...sheetsOf,
  ...fileRoutesOf,
  ...iconRoutesOf,
  editUrl,
  addRelations,
  ...userRoutes,
];
