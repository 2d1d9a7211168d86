import type { Route } from '#server/route.ts';
import { getNodes } from './nodes.ts';

export const routes: readonly Route[] = [getNodes];
