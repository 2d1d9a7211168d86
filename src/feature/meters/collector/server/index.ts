import type { Route } from '#server/route.ts';
import { readNow } from './readNow.ts';
import { getChannelStates, getMeterStates } from './states.ts';

export const routes: readonly Route[] = [getChannelStates, getMeterStates, readNow];
