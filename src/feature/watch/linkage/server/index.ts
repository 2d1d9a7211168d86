import { copyRoutes } from './copy.ts';
import { eventRoutes } from './events.ts';

export const routes = [...copyRoutes, ...eventRoutes];
