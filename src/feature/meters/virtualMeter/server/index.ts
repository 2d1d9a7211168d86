import type { Route } from '#server/route.ts';
import { editSum, getSum } from './sum.ts';

export const routes: readonly Route[] = [getSum, editSum];
