import { expect, test } from 'vitest';
import { judge } from './norm.ts';

test('a unit consumption is judged by the best norm that it reaches', () => {
  const norms = { advanced: 90, access: 100, limit: 120 };
  const words = (value: number | null, of = norms) => judge(value, of)?.en ?? null;
  expect([words(90), words(90.001), words(100), words(120), words(120.5), words(null)]).toEqual([
    'Advanced',
    'Fit for entry',
    'Fit for entry',
    'Within the limit',
    'Over the limit',
    null,
  ]);
  expect(judge(95, { advanced: 90, access: null, limit: null })?.en).toBe('Not reached');
  expect(judge(95, { advanced: null, access: null, limit: null })).toBeNull();
});
