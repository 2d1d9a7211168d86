import { DEEP_VALLEY } from '#contract/periodRule.ts';
import { dayOfDate } from '#domain/calendar/dayFact.ts';
import type { BillLine } from '#domain/tariff/bill.ts';
import { pricesDeepValley } from '#domain/tariff/deepValley.ts';
import type { PriceRows } from '#domain/tariff/pricesOver.ts';

/** Whether a line is of deep valley and its scheme states no price for it. @param first day of the month */
export const isUnpriced = (
  { part, since }: Pick<BillLine, 'part' | 'since'>,
  rows: PriceRows,
  planId: number,
  first: number,
): boolean =>
  (part === `energy${DEEP_VALLEY}` || part === `spotFixed${DEEP_VALLEY}`) &&
  !pricesDeepValley(rows, planId, since === undefined ? first : dayOfDate(since));
