import { copyRoutes } from './copy.ts';
import { eventRoutes } from './events.ts';
import { workOrderRoutes } from './workOrder.ts';

export const routes = [...copyRoutes, ...eventRoutes, ...workOrderRoutes];
