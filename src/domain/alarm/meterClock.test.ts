import { expect, it } from 'vitest';
import { aheadOf, type MeterClock, valueClock } from './meterClock.ts';

const meter = (newest: number, since: number, holdMs = 180): MeterClock => ({
  newest,
  at: newest + since,
  holdMs,
});

it('what one meter told is judged when the other told its value of that instant, or would have', () => {
  // Both tell each 60; the second is 20 later on its way.
  expect(valueClock([meter(60, 0), meter(0, 40)])).toBe(40);
  expect(aheadOf([meter(60, 0), meter(0, 40)], 40)).toBe(60);
  expect(valueClock([meter(60, 20), meter(60, 0)])).toBe(60);
  expect(aheadOf([meter(60, 20), meter(60, 0)], 60)).toBe(Infinity);
  // It told nothing: it is waited for until it would have.
  expect(valueClock([meter(60, 30), meter(0, 70)])).toBe(70);
});

it('who is behind by more than its values stand, or five minutes, is not waited for; of nobody nothing is known', () => {
  expect(valueClock([meter(1000, 0), meter(0, 900, 180)])).toBe(900);
  expect(valueClock([meter(1000, 0), meter(0, 800, 180)])).toBe(1000);
  expect(valueClock([meter(1_000_000, 0), meter(700_000, 0, 3_600_000)])).toBe(700_000);
  expect(valueClock([meter(1_000_000, 0), meter(699_999, 0, 3_600_000)])).toBe(1_000_000);
  expect(valueClock([])).toBe(-Infinity);
});
