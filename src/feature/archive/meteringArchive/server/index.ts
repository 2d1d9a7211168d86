import type { Route } from '#server/route.ts';
import { getCollectList } from './calls.ts';
import { getDue } from './due.ts';
import { getLife } from './getLife.ts';
import { handedListRoutes } from './handedList.ts';
import { getOverview } from './overview.ts';

export const routes: readonly Route[] = [getOverview, getCollectList, getDue, getLife, ...handedListRoutes];
