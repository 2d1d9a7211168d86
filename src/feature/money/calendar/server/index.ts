import type { Route } from '#server/route.ts';
import { getDayTypes, getPeriods, getPeriodsInUse } from './days.ts';
import { previews } from './preview.ts';
import { editRecalcBcpp } from './recalculate.ts';

export const routes: readonly Route[] = [
  getPeriods,
  getPeriodsInUse,
  getDayTypes,
  ...previews,
  editRecalcBcpp,
];
