import { describe, expect, test } from 'vitest';
import type { BillMonth } from '../../contract.ts';
import { billingOf, invoiceFirst, isIncomplete, monthsOf } from './billing.ts';

const month = (name: string, rest: Partial<BillMonth> = {}): BillMonth => ({
  measureAccount: 'A',
  month: name,
  unfinished: false,
  total: 100,
  why: null,
  coverage: 100,
  doubts: 0,
  firstDoubt: null,
  neverHeard: 0,
  issued: { at: 0, total: 100, differs: false },
  invoice: { total: 100, difference: 0, whole: true },
  ...rest,
});
const NONE = { total: null, why: { zh: '没有', en: 'Nothing' }, coverage: null, issued: null, invoice: null };

describe('the strip of the billing desk', () => {
  test('sums the last month that is over; the running one counts nowhere', () => {
    const billing = billingOf(
      monthsOf([
        [month('2026-03', { unfinished: true, issued: null, total: 999 }), month('2026-02', { total: 0.1 })],
        [month('2026-02', { measureAccount: 'B', total: 0.2 })],
      ]),
    );
    expect(billing).toMatchObject({ month: '2026-02', total: 0.3, without: 0, difference: 0 });
    expect(billing.notIssued).toEqual([]);
  });

  test('an account without a bill makes the sum a least, and is not 0', () => {
    const billing = billingOf([month('2026-02'), month('2026-02', { measureAccount: 'B', ...NONE })]);
    expect(billing).toMatchObject({ total: 100, without: 1, noInvoice: 1 });
    expect(billingOf([month('2026-02', NONE)])).toMatchObject({ total: null, difference: null });
    expect(billingOf([])).toMatchObject({ month: null, total: null, difference: null });
  });

  test('counts what is not issued apart from what has no bill', () => {
    const billing = billingOf([month('2026-02', { issued: null }), month('2026-01', NONE)]);
    expect(billing.notIssued.map((one) => one.month)).toEqual(['2026-02']);
    expect(billing.incomplete.map((one) => one.month)).toEqual(['2026-01']);
  });

  test('says where lines of an invoice alone were entered', () => {
    const invoice = { total: null, difference: 12.5, whole: false };
    expect(billingOf([month('2026-02', { invoice })])).toMatchObject({ difference: 12.5, partly: 1 });
  });
});

test('a month is incomplete by a doubt, a gap or the lack of a bill', () => {
  expect(isIncomplete(month('2026-02'))).toBe(false);
  expect(isIncomplete(month('2026-02', { doubts: 1 }))).toBe(true);
  expect(isIncomplete(month('2026-02', { coverage: 99 }))).toBe(true);
  expect(isIncomplete(month('2026-02', NONE))).toBe(true);
  expect(isIncomplete(month('2026-02', { coverage: null }))).toBe(false);
});

test('the invoice looked at first is of the newest month that has one, and differs most', () => {
  const off = (difference: number) => ({ invoice: { total: 1, difference, whole: true } });
  const months = monthsOf([
    [month('2026-03', { invoice: null }), month('2026-02', off(-3))],
    [
      month('2026-02', { measureAccount: 'B', ...off(9) }),
      month('2026-01', { measureAccount: 'B', ...off(99) }),
    ],
  ]);
  expect(invoiceFirst(months)).toMatchObject({ month: '2026-02', measureAccount: 'B' });
  expect(invoiceFirst([month('2026-02', { invoice: null })])).toBeUndefined();
});
