import type { Route } from '#server/route.ts';
import { getTwice } from './getTwice.ts';

export const routes: readonly Route[] = [getTwice];
