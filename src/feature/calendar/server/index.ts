import type { Route } from '#server/route.ts';
import { getDayTypes, getPeriods } from './days.ts';
import { previews } from './preview.ts';
import { editRecalcBcpp } from './recalculate.ts';

export const routes: readonly Route[] = [getPeriods, getDayTypes, ...previews, editRecalcBcpp];
