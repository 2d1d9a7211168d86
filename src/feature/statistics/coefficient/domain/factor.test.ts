import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type FactorRow, stepAt, stepsOf } from './factor.ts';

const row = (from: string | null, distance: number, factor: number): FactorRow => ({
  dataType: '1',
  type: '2',
  from,
  factor: BigInt(factor),
  distance,
  origin: 'area',
  of: 'CN',
  source: null,
});

test('the own factor stands above the region, the region above the nation, each from its date', () => {
  const steps = stepsOf([
    row('2021-01-01', 9, 1),
    row('2022-01-01', 9, 2),
    row('2022-01-01', 8, 3),
    row('2023-06-15', 0, 4),
  ]);
  const at = (date: string) => Number(stepAt(steps, date)?.row.factor);
  expect(at('2021-12-31')).toBe(1);
  expect(at('2022-01-01')).toBe(3);
  expect(at('2023-06-14')).toBe(3);
  expect(at('2023-06-15')).toBe(4);
  expect(at('2030-02-28')).toBe(4);
  expect(at('2018-07-01')).toBe(1);
  expect(stepAt(steps, '2018-07-01')?.early).toBe(true);
  expect(stepAt(steps, '2021-01-01')?.early).toBe(false);
});

test('without any factor there is none', () => {
  expect(stepsOf([])).toEqual([]);
  expect(stepAt([], '2024-01-01')).toBeUndefined();
});

test('always the nearest of those that hold, and of these the newest', () => {
  const date = fc
    .integer({ min: 0, max: 40 })
    .map((n) => (n === 0 ? null : `20${String(n + 10).padStart(2, '0')}-02-28`));
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.tuple(date, fc.integer({ min: 0, max: 3 })), {
        maxLength: 8,
        selector: (one) => one.join(),
      }),
      fc.integer({ min: 1, max: 60 }),
      (rows, year) => {
        const query = `20${String(year + 10).padStart(2, '0')}-02-28`;
        const all = rows.map(([from, distance], i) => row(from, distance, i));
        const held = all.filter((one) => one.from === null || one.from <= query);
        const found = stepAt(stepsOf(all), query);
        if (held.length === 0) {
          expect(found?.early).toBe(all.length === 0 ? undefined : true);
          return;
        }
        const nearest = Math.min(...held.map((one) => one.distance));
        const newest = held
          .filter((one) => one.distance === nearest)
          .map((one) => one.from ?? '')
          .toSorted()
          .at(-1);
        expect(found?.row.distance).toBe(nearest);
        expect(found?.row.from ?? '').toBe(newest);
      },
    ),
  );
});
