import { actionRoutes } from './action.ts';
import { chooseRoutes } from './choose.ts';
import { getDetail } from './detail.ts';
import { listRoutes } from './list.ts';

export const routes = [...listRoutes, getDetail, ...actionRoutes, ...chooseRoutes];
