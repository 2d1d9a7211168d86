import { expect, test } from 'vitest';
import { readOpen, writeOpen } from './openBucket.ts';

test('an open bucket is the same after a round trip', () => {
  for (const open of [
    { level: 1, at: 0, meter: null },
    { level: 5, at: 1531580400000, meter: 18 },
  ] as const)
    expect(readOpen(writeOpen(open))).toEqual(open);
});

test('what is no bucket opens nothing', () => {
  expect(readOpen('3~1531580400000')).toEqual({ level: 3, at: 1531580400000, meter: null });
  for (const raw of ['9~1', '', 3, undefined, null]) expect(readOpen(raw)).toBeNull();
});
