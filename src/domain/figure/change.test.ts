import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changeOf, compared, type Side } from './change.ts';

const DAY_S = 86_400;
/** An interval of days of so many meters, of which so many seconds are known. */
const side = (value: bigint | null, coveredS = DAY_S, known = 1, days = 1): Side => ({
  from: 0,
  to: days * DAY_S * 1000,
  value,
  coveredS,
  known,
});

describe('a change', () => {
  test('is told to a millionth, and needs a before above zero', () => {
    expect(changeOf(110n, 100n)).toBe(0.1);
    expect(changeOf(97_000_000n, 100_000_000n)).toBe(-0.03);
    expect(changeOf(1n, 0n)).toBe(null);
    expect(changeOf(null, 1n)).toBe(null);
    expect(compared(side(1n), side(0n))).toEqual({ change: null, why: 'zero' });
  });

  test('a year of which hardly anything is known is no measure', () => {
    const year = (value: bigint, days: number): Side => side(value, days * DAY_S, 1, 365);
    expect(compared(year(608n, 365), year(100n, 60))).toEqual({ change: null, why: 'coverageBefore' });
    expect(compared(year(100n, 60), year(608n, 365))).toEqual({ change: null, why: 'coverage' });
    // As little known in both is not alike: the days need not be the same.
    expect(compared(year(100n, 60), year(50n, 60))).toEqual({ change: null, why: 'coverage' });
  });

  test('a meter that came later is missing before; one that never spoke is missing in neither', () => {
    expect(compared(side(2n, 2 * DAY_S, 2), side(1n, DAY_S, 1)).why).toBe('coverageBefore');
    expect(compared(side(2n, 2 * DAY_S, 2), side(1n, 2 * DAY_S, 2))).toEqual({ change: 1, why: null });
  });

  test('nothing known, or nothing over yet, is said', () => {
    expect(compared(side(null, 0, 0), side(1n)).why).toBe('now');
    expect(compared(side(1n), side(null, 0, 0)).why).toBe('before');
    expect(compared({ ...side(1n), to: 0 }, side(1n)).why).toBe('running');
  });

  test('is told if and only if both are known for nine tenths; then it is that of the truth within what is unknown', () => {
    const interval = fc.record({
      days: fc.integer({ min: 1, max: 366 }),
      share: fc.integer({ min: 0, max: 100 }),
      known: fc.integer({ min: 1, max: 9 }),
      perDay: fc.bigInt({ min: 1n, max: 10n ** 12n }),
    });
    fc.assert(
      fc.property(interval, interval, (a, b) => {
        const of = ({ days, share, known, perDay }: typeof a): Side =>
          side(perDay * BigInt(days), (days * DAY_S * known * share) / 100, known, days);
        const { change, why } = compared(of(a), of(b));
        const meters = Math.max(a.known, b.known);
        const fair = [a, b].every(({ share, known }) => (share * known) / meters >= 90);
        expect(change !== null).toBe(fair);
        expect(why === null).toBe(fair);
        const [now, before] = [a.perDay * BigInt(a.days), b.perDay * BigInt(b.days)];
        if (change !== null) expect(change).toBeCloseTo(Number(now - before) / Number(before), 5);
      }),
    );
  });
});
