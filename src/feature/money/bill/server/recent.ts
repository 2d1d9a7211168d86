import { Fault } from '#contract/error.ts';
import type { Text } from '#contract/text.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import type { Db } from '#server/database/db.ts';
import type { BillView } from '../contract.ts';
import { accountMonths } from '../domain/span.ts';
import { agreementsOf, partiesOf } from './account.ts';
import { type BillKey, viewOf } from './billView.ts';
import { issuedOf } from './issue.ts';

/** The function code of the bill's screen. */
export const BILL = 'SDNPowerAudit.SDNPowerBill';

/** A bill as its page shows it, or why there is none. */
type BillFound =
  | { readonly month: string; readonly view: Omit<BillView, 'issued'>; readonly why: null }
  | { readonly month: string; readonly view: null; readonly why: Text };

/** The bills of the settlement month in which an instant lies, and of the one before; null where no agreement held. */
export interface RecentBills {
  readonly running: BillFound | null;
  readonly last: BillFound | null;
}

/** Long enough that the settlement month before begins in it. */
const BACK_MS = 63 * DAY_MS;

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
  const find = async (month: string | undefined): Promise<BillFound | null> =>
    month === undefined ? null : billFound(trx, { ...who, month }, now, async (_, { view }) => view);
  return { running: await find(running?.month), last: await find(last?.month) };
}

type Viewed = Awaited<ReturnType<typeof viewOf>>;

/** What is asked of a bill, or in words why there is none. */
async function billFound<T>(
  trx: Db,
  key: BillKey,
  now: number,
  ask: (trx: Db, viewed: Viewed) => Promise<T>,
): Promise<{ month: string; view: T; why: null } | { month: string; view: null; why: Text }> {
  const { month } = key;
  try {
    return { month, view: await ask(trx, await viewOf(trx, key, now)), why: null };
  } catch (error) {
    if (error instanceof Fault && error.code === 400) return { month, view: null, why: error.text };
    throw error;
  }
}

/** A settlement month of an account with its bill and what was issued of it, or why it has none. */
export type BillMonthFound = { readonly to: number } & (
  | { readonly month: string; readonly view: BillView; readonly why: null }
  | { readonly month: string; readonly view: null; readonly why: Text }
);

/** The last settlement months of an account that have begun, the newest first, as its page shows them. */
export async function billMonthsOf(
  trx: Db,
  who: { readonly consumerId: number; readonly measureAccount: string },
  count: number,
  now: number,
): Promise<BillMonthFound[]> {
  const parties = await partiesOf(trx, await agreementsOf(trx, who), now);
  const months = accountMonths(parties, { from: now - (count + 1) * 31 * DAY_MS, to: now });
  const found: BillMonthFound[] = [];
  for (const { month, to } of months.toReversed().slice(0, count)) {
    const key = { ...who, month };
    const one = await billFound(trx, key, now, async (db, viewed) => ({
      ...viewed.view,
      issued: await issuedOf(db, key, viewed),
    }));
    found.push({ ...one, to });
  }
  return found;
}
