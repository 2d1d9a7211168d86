import { expect, test } from 'vitest';
import { MINUTE_MS, QUARTER_MS } from '#domain/time/duration.ts';
import { powerAt } from './powerAt.ts';

const FROM = 1_770_000_300_000;
const quarter = (n: number, kW: number | null): readonly [number, number | null] => [FROM + n * QUARTER_MS, kW]; // prettier-ignore
const at = (minutes: number): number => FROM + minutes * MINUTE_MS;

test('an instant of the past has the power of its own quarter of an hour, and none in a gap', () => {
  const power = [quarter(0, 800), quarter(1, 820), quarter(2, null), quarter(3, null), quarter(4, 790)];
  expect([0, 14, 15, 29, 30, 50, 60].map((minutes) => powerAt(power, at(minutes), false))).toEqual([
    800, 800, 820, 820, null, null, 790,
  ]); // prettier-ignore
  expect(powerAt(power, at(-1), false)).toBeNull();
});

test('live has that of the quarter before, as the one that goes on has none; and none once nothing comes any more', () => {
  const power = [quarter(0, 800), quarter(1, 820), quarter(2, null)];
  expect(powerAt(power, at(33), true)).toBe(820);
  expect(powerAt(power, at(46), true)).toBe(820);
  expect(powerAt(power, at(60), true)).toBeNull();
});
