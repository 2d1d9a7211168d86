import { expect, test } from 'vitest';
import { restOf, uniqueName } from './energyTree.ts';

test('names of nodes are unique, up to a thousand of one name', () => {
  const taken = new Set<string>();
  expect(['Pump', 'Pump', 'Fan', 'Pump'].map((name) => uniqueName(name, taken))).toEqual([
    'Pump',
    'Pump (2)',
    'Fan',
    'Pump (3)',
  ]);
  const many = new Set<string>();
  for (let i = 0; i < 1000; i++) uniqueName('Pump', many);
  expect(many.size).toBe(1000);
  expect(() => uniqueName('Pump', many)).toThrow('a thousand');
});

test('the rest is exact, and unknown where a part is', () => {
  expect(restOf(10n, [3n, 4n])).toBe(3n);
  expect(restOf(10n, [8n, 4n])).toBe(-2n);
  expect(restOf(10n, [3n, null])).toBe(null);
  expect(restOf(null, [3n])).toBe(null);
  expect(restOf(10n, [])).toBe(null);
});
