import { DEEP_VALLEY } from '#contract/periodRule.ts';
import type { Text } from '#contract/text.ts';
import { dayOfDate } from '#domain/calendar/dayFact.ts';
import type { BillLine } from '#domain/tariff/bill.ts';
import { pricesDeepValley } from '#domain/tariff/deepValley.ts';
import type { PriceRows } from '#domain/tariff/pricesOver.ts';

const NONE: Text = { zh: '', en: '' };
const NOTE: Text = {
  zh: '；方案没有深谷电价，按谷电价计：请填写深谷电价',
  en: '; the scheme has no price for deep valley, so it costs what the valley does: enter its price',
};

/** What is to be said of a line of deep valley whose price the scheme does not state. @param first day of the month */
export function unpricedNote(
  { part, since }: Pick<BillLine, 'part' | 'since'>,
  rows: PriceRows,
  planId: number,
  first: number,
): Text {
  if (part !== `energy${DEEP_VALLEY}` && part !== `spotFixed${DEEP_VALLEY}`) return NONE;
  return pricesDeepValley(rows, planId, since === undefined ? first : dayOfDate(since)) ? NONE : NOTE;
}
