import { expect, test } from 'vitest';
import { powerOfParts } from './power.ts';

const part = (meterId: number, times: number, value: number | null, at = 1000 * meterId) => ({
  meterId,
  times,
  value,
  at: value === null ? null : at,
});

test('a virtual meter has what its parts have together, as old as the oldest', () => {
  expect(powerOfParts([part(1, 1, 50.1), part(2, -1, 20.2)])).toEqual({ power: 29.9, powerAt: 1000 });
});

test('nothing is told of a part of them', () => {
  const unknown = { power: null, powerAt: null };
  expect(powerOfParts([part(1, 1, 50), part(2, 1, null)])).toEqual(unknown);
  expect(powerOfParts([])).toEqual(unknown);
});
