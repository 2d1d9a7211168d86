import fc from 'fast-check';
import { expect, test } from 'vitest';
import { meanOf, sumOf } from './sum.ts';

test('decimals are added as they are written', () => {
  expect(sumOf([0.1, 0.2])).toBe(0.3);
  expect(sumOf([1e-7, 1e21, -1e21])).toBe(1e-7);
  expect(sumOf([null, undefined])).toBeNull();
  expect(sumOf([null, 0])).toBe(0);
  expect(meanOf([0.1, 0.2, null, 0.3])).toBe(0.6 / 3);
  expect(meanOf([])).toBeNull();
});

test('a sum of decimals is the decimal of the sum, in any order', () => {
  const decimal = fc.tuple(fc.integer({ min: -1e12, max: 1e12 }), fc.integer({ min: 0, max: 6 }));
  fc.assert(
    fc.property(fc.array(decimal, { minLength: 1 }), (list) => {
      const micro = list.reduce((sum, [n, places]) => sum + BigInt(n) * 10n ** BigInt(6 - places), 0n);
      const values = list.map(([n, places]) => Number(`${n}e-${places}`));
      expect(sumOf(values)).toBe(Number(`${micro}e-6`));
      expect(sumOf(values.toReversed())).toBe(sumOf(values));
    }),
  );
});
