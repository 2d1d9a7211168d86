import { eventRoutes } from './events.ts';
import { workOrderRoutes } from './workOrder.ts';

export const routes = [...eventRoutes, ...workOrderRoutes];
