import { expect, test } from 'vitest';
import type { BillRow, BillView, DoubtfulLine, InvoiceRow } from '../contract.ts';
import { allDoubtsOf, doubtSumOf, titleOf } from './paper.ts';

const row = (key: string, amount: number) => ({ key, amount }) as BillRow;
const invoiced = (item: InvoiceRow['item'], difference: number | null) => ({ item, difference }) as InvoiceRow; // prettier-ignore
const doubt = (...lines: string[]) => ({ lines }) as unknown as DoubtfulLine;
const bill = (doubtfulLines: readonly DoubtfulLine[], rows: readonly InvoiceRow[] | null) =>
  ({
    rows: [row('energy1', 0.1), row('energy2', 0.2), row('actual', 1000), row('funds', 7)],
    doubtfulLines,
    invoice: rows && { number: null, rows },
  }) as unknown as BillView;

test('a doubt is what its lines come to, in whole cents', () => {
  expect(doubtSumOf(bill([], null), doubt('energy1', 'energy2'))).toEqual({ amount: 0.3, difference: null });
});

test('a line with two doubts counts once in the sum of all', () => {
  const both = [doubt('energy1', 'actual'), doubt('energy1')];
  expect(allDoubtsOf(bill(both, null))).toEqual({ amount: 1000.1, difference: null });
});

test('beside the invoice: what differs of these lines alone', () => {
  const rows = [
    invoiced('energy1', 0.1),
    invoiced('basic', -0.3),
    invoiced('funds', 5),
    invoiced('total', 4.8),
  ];
  expect(allDoubtsOf(bill([doubt('energy1'), doubt('actual')], rows))).toEqual({ amount: 1000.1, difference: -0.2 }); // prettier-ignore
});

test('a line of the invoice that is about several lines says nothing about one of them', () => {
  expect(allDoubtsOf(bill([doubt('energy1')], [invoiced('energy', 9)]))).toEqual({ amount: 0.1, difference: null }); // prettier-ignore
});

test('a line that is left out has no amount', () => {
  expect(doubtSumOf(bill([], null), doubt())).toBeNull();
  expect(allDoubtsOf(bill([], null))).toBeNull();
});

test('the title names the month in words', () => {
  expect(titleOf('2026-10')).toEqual({
    zh: '2026 年 10 月 电费核算单',
    en: 'Electricity bill, October 2026',
  });
});
