import { Fault } from '#contract/error.ts';
import type { Text } from '#contract/text.ts';
import type { Db } from '#server/database/db.ts';
import type { BillView } from '../contract.ts';
import { accountMonths } from '../domain/span.ts';
import { agreementsOf, partiesOf } from './account.ts';
import { viewOf } from './billView.ts';

/** The function code of the bill's screen. */
export const BILL = 'SDNPowerAudit.SDNPowerBill';

/** A bill as its page shows it, or why there is none. */
export type BillFound =
  | { readonly month: string; readonly view: Omit<BillView, 'issued'>; readonly why: null }
  | { readonly month: string; readonly view: null; readonly why: Text };

/** The bills of the settlement month in which an instant lies, and of the one before; null where no agreement held. */
export interface RecentBills {
  readonly running: BillFound | null;
  readonly last: BillFound | null;
}

/** Long enough that the settlement month before begins in it. */
const BACK_MS = 63 * 86_400_000;

/** The last two bills of an account, as its page shows them. */
export async function recentBillsOf(
  trx: Db,
  who: { readonly consumerId: number; readonly measureAccount: string },
  at: number,
  now: number,
): Promise<RecentBills> {
  const parties = await partiesOf(trx, await agreementsOf(trx, who), now);
  const months = accountMonths(parties, { from: at - BACK_MS, to: at + 1 });
  const running = months.find(({ from, to }) => from <= at && at < to);
  const last = months.findLast(({ to }) => to <= (running?.from ?? at) && to > at - BACK_MS);
  const find = async (month: string | undefined): Promise<BillFound | null> => {
    if (month === undefined) return null;
    try {
      const { view } = await viewOf(trx, { ...who, month }, now);
      return { month, view, why: null };
    } catch (error) {
      if (error instanceof Fault && error.code === 400) return { month, view: null, why: error.text };
      throw error;
    }
  };
  return { running: await find(running?.month), last: await find(last?.month) };
}
