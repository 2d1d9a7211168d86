import { describe, expect, test } from 'vitest';
import { idIn, keptParts, leavesFor, readPage } from './address.ts';
import { monthRows } from './monthRows.ts';

describe('the address of a page', () => {
  test('is a valid view whatever it holds', () => {
    expect(readPage({})).toEqual({ tab: null, part: 'glance', of: null });
    expect(readPage({ tab: 'cost', part: 'load', of: '7' })).toEqual({ tab: 'cost', part: 'load', of: 7 });
    expect(readPage({ tab: 'x', part: 3, of: -1 })).toEqual({ tab: null, part: 'glance', of: null });
  });

  test('names a meter by a whole number that a row can have', () => {
    expect(['12', '0', '-3', '1.5', 'x', '', '99999999999'].map((id) => idIn({ id }, 'id'))).toEqual([
      12,
      null,
      null,
      null,
      null,
      null,
      null,
    ]);
    expect(idIn({}, 'id')).toBeNull();
  });

  test('keeps dates, enterprise and chosen meter from tab to tab, nothing else', () => {
    expect(
      keptParts({ consumer: 1, date: '2026-10-03', begin: '2026-10-01', of: 4, open: '4~1', by: 'day', tab: 'use' }), // prettier-ignore
    ).toEqual({ consumer: 1, date: '2026-10-03', begin: '2026-10-01', of: 4 });
  });
});

describe('a screen inside a page', () => {
  const own = { meterId: 7, orgId: null };
  test('stays with whom the page is about', () => {
    for (const change of [
      {},
      { date: '2026-01-01' },
      { meter: 7 },
      { ammeterId: 7, view: 'gaps' },
      { meter: undefined, org: undefined },
    ])
      // prettier-ignore
      expect(leavesFor(change, own)).toBeNull();
    expect(leavesFor({ org: 5 }, { meterId: null, orgId: 5 })).toBeNull();
  });
  test('leads to the page of another', () => {
    expect(leavesFor({ meter: 8, org: undefined }, own)).toEqual({ dataAmmeterId: 8 });
    expect(leavesFor({ ammeterId: 9 }, own)).toEqual({ dataAmmeterId: 9 });
    expect(leavesFor({ org: 5, meter: undefined }, own)).toEqual({ orgId: 5 });
  });
});

describe('the months of a meter', () => {
  const at = (month: number): number => Date.UTC(2026, month - 1, 1) - 8 * 3_600_000;
  const row = (month: number, more: object) => ({
    key: String(month),
    cells: { time: `2026-${String(month).padStart(2, '0')}`, energy: 100 * month, lastYearChange: 0.1 },
    coverage: 100,
    flags: [],
    opens: { level: 4, at: at(month) },
    ...more,
  });
  const answer = { rows: [row(9, {}), row(10, { unfinished: true, coverage: 40 })] } as never;
  const costs = [{ from: at(9), CZ: 90, price: 0.1 }] as never;

  test('stand newest first, with what the pages of cost and demand say of the same stretch', () => {
    const settled = { month: '2026-09', from: at(9), maximum: { value: 55 } };
    const [october, september] = monthRows(answer, costs, { list: [settled] } as never);
    expect(october).toMatchObject({ month: '2026-10', cost: null, price: null, maximum: null, unfinished: true }); // prettier-ignore
    expect(september).toMatchObject({ energy: 900, lastYear: 0.1, cost: 90, maximum: 55, day: '2026-09-01' });
  });

  test('tell no demand of a month that is settled from another day on, and no cost that nobody may see', () => {
    const settled = { month: '2026-09', from: at(9) - 6 * 86_400_000, maximum: { value: 55 } };
    const [, september] = monthRows(answer, undefined, { list: [settled] } as never);
    expect(september).toMatchObject({ cost: null, maximum: null });
  });
});
