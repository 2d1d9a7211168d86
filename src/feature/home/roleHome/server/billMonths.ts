import type { InvoiceRow } from '#feature/money/bill/contract.ts';
import { type BillMonthFound, billMonthsOf } from '#feature/money/bill/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { BillMonth, BillMonths, InvoiceState } from '../contract.ts';
import { differenceOf } from './billItems.ts';

/** So many settlement months are told. */
const MONTHS = 6;

/** The last settlement months of an account: what each comes to, on what it rests, what the invoice asks. */
export async function billMonthListOf(
  trx: Db,
  who: { readonly consumerId: number; readonly measureAccount: string },
  now: number,
): Promise<BillMonths> {
  const found = await billMonthsOf(trx, who, MONTHS, now);
  return {
    measureAccount: who.measureAccount,
    list: found.map((one) => monthOf(who.measureAccount, one, now)),
  };
}

function monthOf(measureAccount: string, found: BillMonthFound, now: number): BillMonth {
  const { month, view, why } = found;
  const unfinished = found.to > now;
  const [first] = view?.doubtfulLines ?? [];
  return {
    measureAccount,
    month,
    unfinished,
    total: view?.total ?? null,
    why,
    coverage: view?.coverage ?? null,
    doubts: view?.doubtfulLines.length ?? 0,
    firstDoubt: first?.text ?? null,
    neverHeard: view?.neverHeard.length ?? 0,
    issued: view?.issued
      ? {
          at: view.issued.issuedAt,
          total: view.issued.total,
          differs: view.issued.differences.length > 0,
        }
      : null,
    invoice: view?.invoice ? invoiceStateOf(view.invoice.rows) : null,
  };
}

/** An invoice of which a total was entered is compared as a whole, another by the lines that it has. */
function invoiceStateOf(rows: readonly InvoiceRow[]): InvoiceState {
  const total = rows.find(({ item }) => item === 'total');
  return {
    total: total?.invoiced.amount ?? null,
    difference: differenceOf(rows),
    whole: total !== undefined,
  };
}
