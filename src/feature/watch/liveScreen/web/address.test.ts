import { expect, test } from 'vitest';
import { datesOf, itemsText, readChart } from './address.ts';

const TODAY = '2026-03-15';

test('an address names series that can be, twelve at most, and the rest is what it is at first', () => {
  const many = Array.from({ length: 20 }, (_, i) => `${i + 1}.PZ`).join(',');
  expect(readChart({ items: many }).items).toHaveLength(12);
  expect(readChart({ items: '1.PZ,1.PZ,x.PZ,2.,<b>.PZ,3.ua' }).items).toEqual(['1.PZ']);
  expect(readChart({ step: 'hourly', fold: 7, begin: '2026-13-01', tree: 1 })).toEqual({
    items: null,
    step: 'live',
    fold: 'mean',
    begin: null,
    end: null,
    tree: 'object',
  });
});

test('what was put away is not what nobody chose yet', () => {
  expect(readChart({}).items).toBeNull();
  expect(readChart({ items: itemsText([]) }).items).toEqual([]);
  expect(readChart({ items: itemsText(['1.PZ', '2.PP']) }).items).toEqual(['1.PZ', '2.PP']);
});

test('dates are held to the caps of the interval and say where they were cut', () => {
  const dates = (step: 'raw' | '115' | 'live', begin: string | null, end: string | null) =>
    datesOf({ step, begin, end }, TODAY);
  expect(dates('raw', '2026-03-01', '2026-03-10')).toEqual({
    begin: '2026-03-01',
    end: '2026-03-03',
    cut: '2026-03-03',
  });
  expect(dates('raw', null, null)).toEqual({ begin: TODAY, end: TODAY, cut: null });
  expect(dates('raw', '2027-01-01', null)).toEqual({ begin: TODAY, end: TODAY, cut: null });
  expect(dates('115', '2026-02-01', '2026-03-01')).toEqual({
    begin: '2026-02-01',
    end: '2026-02-15',
    cut: '2026-02-15',
  });
  expect(dates('live', '2026-02-01', null)).toEqual({ begin: TODAY, end: TODAY, cut: null });
});
