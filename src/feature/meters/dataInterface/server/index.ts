import type { Route } from '#server/route.ts';
import { getData, getDataList } from './getData.ts';
import { getTop } from './getTop.ts';

/** The calls that give meter data to analysis screens and other systems. */
export const routes: readonly Route[] = [getData, getDataList, getTop];
