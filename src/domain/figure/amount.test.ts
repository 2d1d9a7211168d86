import { describe, expect, test } from 'vitest';
import { FLAG } from '#contract/usageFlag.ts';
import { ALWAYS } from '#domain/fold/counting.ts';
import { HOUR_MS as HOUR } from '#domain/time/duration.ts';
import { amountOf, coverageOf, expectedUntil, type Sum } from './amount.ts';

const sum = (more: Partial<Sum> = {}): Sum => ({
  energy: 1_500_000n,
  coveredS: 3600,
  flags: FLAG.measured,
  known: 1,
  ...more,
});
const past = { counting: [ALWAYS], stepMs: 900_000, now: 100 * HOUR };

describe('coverage', () => {
  test('floors, so that a gap never disappears', () => {
    expect(coverageOf(sum({ coveredS: 3599 }), 0, HOUR, past)).toBe(99);
    expect(coverageOf(sum(), 0, HOUR, past)).toBe(100);
    expect(coverageOf(sum({ coveredS: 0 }), 0, HOUR, past)).toBe(0);
  });

  test('is a share of the time that has passed, of all meters', () => {
    const now = { counting: [ALWAYS, ALWAYS], stepMs: 900_000, now: 0.5 * HOUR + 300_000 };
    expect(coverageOf(sum({ coveredS: 1800 }), 0, HOUR, now)).toBe(50);
    expect(coverageOf(sum({ coveredS: 0 }), HOUR, 2 * HOUR, now)).toBe(null);
  });

  test('expects a reading five minutes after its step, at the latest after an hour', () => {
    expect(expectedUntil({ stepMs: 900_000, now: HOUR + 299_999 })).toBe(0.75 * HOUR);
    expect(expectedUntil({ stepMs: 900_000, now: HOUR + 300_000 })).toBe(HOUR);
    expect(expectedUntil({ stepMs: 48 * HOUR, now: 5.5 * HOUR })).toBe(5 * HOUR);
  });
});

describe('amounts', () => {
  test('are exact decimals', () => {
    expect(amountOf(sum({ energy: 959_640_310_000n }), 0, HOUR, past).value).toBe(959_640.31);
    expect(JSON.stringify(amountOf(sum({ energy: 157_180_000n }), 0, HOUR, past).value)).toBe('157.18');
  });

  test('missing is null, and a missing meter makes the rest partial', () => {
    expect(amountOf(sum({ energy: null, known: 0 }), 0, HOUR, past)).toMatchObject({
      value: null,
      flags: ['measured'],
    });
    expect(amountOf(sum(), 0, HOUR, { ...past, counting: [ALWAYS, ALWAYS] })).toEqual({
      value: 1.5,
      coverage: 50,
      flags: ['measured', 'partial'],
    });
  });
});
