import type { Route } from '#server/route.ts';
import {
  getAllAreas,
  getAllIndustries,
  getByCategoryCode,
  getByCode,
  getDepartments,
  getPublicHolidays,
} from './lists.ts';
import { associateMatching, fuzzyMatchConsumer } from './match.ts';
import { searchCodes } from './searchCodes.ts';

export const routes: readonly Route[] = [
  getAllAreas,
  getAllIndustries,
  getByCategoryCode,
  getByCode,
  getPublicHolidays,
  getDepartments,
  fuzzyMatchConsumer,
  associateMatching,
  searchCodes,
];
