import { copyRoutes } from './copy.ts';
import { eventRoutes } from './events.ts';
import { undeliveredRoutes } from './undeliveredRoutes.ts';

export const routes = [...copyRoutes, ...eventRoutes, ...undeliveredRoutes];
