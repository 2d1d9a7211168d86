import { expect, test } from 'vitest';
import { openSparing } from './sparing.ts';

test('a line is written once in ten seconds, and the next says how often it was left out', () => {
  let now = 0;
  const spare = openSparing(() => now);
  expect(spare('the database is away')).toBe('the database is away');
  expect(spare('another')).toBe('another');
  for (now = 1; now < 10_000; now += 100) expect(spare('the database is away')).toBeUndefined();
  now = 10_000;
  expect(spare('the database is away')).toBe('the database is away (and 100 times more since)');
  now = 30_000;
  expect(spare('the database is away')).toBe('the database is away');
});
