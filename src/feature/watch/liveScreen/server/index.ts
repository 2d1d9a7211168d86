import { monitorRoutes } from './monitorRoutes.ts';
import { realRoutes } from './realRoutes.ts';
import { sheetRoutes } from './sheetRoutes.ts';
import { siteRoutes } from './siteRoutes.ts';
import { userRoutes } from './userRoutes.ts';

export const routes = [...realRoutes, ...monitorRoutes, ...sheetRoutes, ...siteRoutes, ...userRoutes];
