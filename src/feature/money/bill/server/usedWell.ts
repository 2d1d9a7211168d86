import type { Db } from '#server/database/db.ts';
import { usedWellIn } from '../domain/basic.ts';
import { accountMonths } from '../domain/span.ts';
import { agreementsOf, billedSpans, bookOf, partiesOf } from './account.ts';
import { measure } from './month.ts';

/**
 * Whether the settlement month of an account in which an instant lies uses its capacity so well that demand costs nine tenths,
 * as its bill has it; null where a capacity is not stated, or no agreement holds.
 */
export async function usedWellAt(
  trx: Db,
  who: { readonly consumerId: number; readonly measureAccount: string },
  at: number,
  now: number,
): Promise<boolean | null> {
  const parties = await partiesOf(trx, await agreementsOf(trx, who), now);
  const [month] = accountMonths(parties, { from: at, to: at + 1 });
  if (!month) return null;
  const book = await bookOf(trx, who.consumerId);
  const [measured] = await measure(trx, [{ ...month, spans: billedSpans(month.spans, book) }], book, []);
  return measured ? usedWellIn(measured) : null;
}
