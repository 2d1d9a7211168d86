import { DEEP_VALLEY } from '#contract/period.ts';
import type { BillLine } from '#domain/tariff/bill.ts';
import { pricesDeepValley } from '#domain/tariff/deepValley.ts';
import type { PriceRows } from '#domain/tariff/pricesOver.ts';
import { dayOfDate } from '#domain/time/date.ts';

/** Whether a line is of deep valley and its scheme states no price for it. @param first day of the month */
export const isUnpriced = (
  { part, days }: Pick<BillLine, 'part' | 'days'>,
  rows: PriceRows,
  planId: number,
  first: number,
): boolean =>
  (part === `energy${DEEP_VALLEY}` || part === `spotFixed${DEEP_VALLEY}`) &&
  !pricesDeepValley(rows, planId, days === undefined ? first : dayOfDate(days.since));
