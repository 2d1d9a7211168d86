import { expect, it } from 'vitest';
import { ZERO_POINTS } from '#contract/plan.ts';
import { executionRate, sentCurve } from './sentCurve.ts';

const DAY = Date.UTC(2026, 10, 22, 16);
const flat = (kw: number): number[] => [...ZERO_POINTS].fill(kw);
const at = (minutes: number): number => DAY + minutes * 60_000;

it('a slot runs the highest version that was accepted when it began', () => {
  const sent = sentCurve(
    [
      { version: 1, points: flat(10), acceptedAt: at(-600) },
      { version: 3, points: flat(30), acceptedAt: at(61) },
      // Told late: a lower version never takes the place of a higher one.
      { version: 2, points: flat(20), acceptedAt: at(120) },
    ],
    DAY,
  );
  expect(sent.slice(0, 5)).toEqual([10, 10, 10, 10, 10]);
  expect(sent[5]).toBe(30);
  expect(sent[95]).toBe(30);
  expect(sentCurve([], DAY)).toEqual(ZERO_POINTS.map(() => null));
  const late = sentCurve([{ version: 1, points: flat(5), acceptedAt: at(15) }], DAY);
  expect(late.slice(0, 3)).toEqual([null, 5, 5]);
});

it('the rate of execution counts what both know', () => {
  expect(executionRate([100, 100, 100, 100], [95, 100, 90, 100])).toBeCloseTo(0.9625, 12);
  expect(executionRate([100, null, 100], [100, 50, null])).toBe(1);
  expect(executionRate([0, 0], [5, 5])).toBeNull();
  expect(executionRate([10], [-30])).toBe(0);
  expect(executionRate([null], [null])).toBeNull();
});
