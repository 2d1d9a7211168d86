import type { Route } from '#server/route.ts';
import { add, del, edit, preview } from './change.ts';
import { getLife } from './getLife.ts';

export const routes: readonly Route[] = [getLife, preview, add, edit, del];
