import { shipLimits } from '#feature/settings/account/server/public.ts';
import { shipWorkflows } from '#feature/settings/workflow/server/public.ts';
import { seedLists } from '#feature/settings/masterData/server/public.ts';
import { shipFactors } from '#feature/statistics/coefficient/server/public.ts';
import { shipModels } from '#feature/meters/collector/server/public.ts';
import { shipFaqs } from '#feature/house/help/server/public.ts';
import type { Db } from './database/db.ts';

/** What features bring into the database at a start, in this order. */
export const shipped: readonly ((db: Db) => Promise<unknown>)[] = [
  shipWorkflows,
  shipLimits,
  shipFaqs,
  seedLists,
  shipFactors,
  shipModels,
];
