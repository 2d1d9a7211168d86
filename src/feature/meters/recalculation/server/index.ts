import type { Route } from '#server/route.ts';
import { editRecalculation, getRecalculation } from './editRecalculation.ts';

export { taskHandlers } from './task.ts';
export const routes: readonly Route[] = [getRecalculation, editRecalculation];
