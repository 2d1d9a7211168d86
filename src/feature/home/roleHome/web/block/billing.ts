import { sumOf } from '#domain/decimal/sum.ts';
import type { BillMonth } from '../../contract.ts';

/** Months of all accounts in one list, the newest first. */
export const monthsOf = (answers: readonly (readonly BillMonth[])[]): BillMonth[] =>
  answers
    .flat()
    .toSorted((a, b) => b.month.localeCompare(a.month) || a.measureAccount.localeCompare(b.measureAccount));

/** A month whose bill rests on less than everything, or that has none. */
export const isIncomplete = ({ total, doubts, coverage }: BillMonth): boolean =>
  total === null || doubts > 0 || (coverage ?? 100) < 100;

/** What the strip of the billing desk says; yuan. */
export interface Billing {
  /** The last settlement month that is over; null where none is. */
  readonly month: string | null;
  /** Of all accounts that have a bill of it. */
  readonly total: number | null;
  /** Accounts of that month without a bill. */
  readonly without: number;
  /** Of those of its accounts that have an invoice; null where none has one. */
  readonly difference: number | null;
  /** Accounts of that month whose invoice was not entered. */
  readonly noInvoice: number;
  /** Invoices of that month of which lines alone were entered. */
  readonly partly: number;
  /** Months that are over, have a bill and were not issued. */
  readonly notIssued: readonly BillMonth[];
  /** Months that are over and incomplete. */
  readonly incomplete: readonly BillMonth[];
}

/** Figures over the months of all accounts. */
export function billingOf(months: readonly BillMonth[]): Billing {
  const over = months.filter(({ unfinished }) => !unfinished);
  const month = over[0]?.month ?? null;
  const last = over.filter((one) => one.month === month);
  return {
    month,
    total: sumOf(last.map(({ total }) => total)),
    without: last.filter(({ total }) => total === null).length,
    difference: sumOf(last.map(({ invoice }) => invoice?.difference)),
    noInvoice: last.filter(({ invoice }) => invoice === null).length,
    partly: last.filter(({ invoice }) => invoice?.whole === false).length,
    notIssued: over.filter(({ total, issued }) => total !== null && issued === null),
    incomplete: over.filter(isIncomplete),
  };
}

/** The month whose invoice is looked at first: the newest that has one, of those the one that differs most. */
export const invoiceFirst = (months: readonly BillMonth[]): BillMonth | undefined => {
  const invoiced = months.filter(({ invoice }) => invoice !== null);
  const newest = invoiced[0]?.month;
  return invoiced
    .filter(({ month }) => month === newest)
    .toSorted((a, b) => Math.abs(b.invoice?.difference ?? 0) - Math.abs(a.invoice?.difference ?? 0))[0];
};
