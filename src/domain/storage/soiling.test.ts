import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { at25, type RatioDay, soilingOf } from './soiling.ts';

/** Days of a plant that loses points a day until it is washed; the scatter is the same each time. */
function days(
  count: number,
  { loss, washed = [], scatter = 0 }: { loss: number; washed?: readonly number[]; scatter?: number },
): RatioDay[] {
  let dry = 0;
  return Array.from({ length: count }, (_, day): RatioDay => {
    dry = washed.includes(day) ? 0 : dry + 1;
    return [20_000 + day, 82 - loss * dry + scatter * (((day * 7919) % 100) / 50 - 1)];
  });
}

describe('soiling', () => {
  it('is the slope between rains, which a line over all of them would hide', () => {
    const soiling = soilingOf(days(60, { loss: 0.2, washed: [18, 37], scatter: 0.3 }));
    expect(soiling?.slope).toBeCloseTo(-0.2, 1);
    expect((soiling?.low ?? 0) < 0 && (soiling?.high ?? 0) < 0).toBe(true);
    expect(soiling?.rises.map(({ day }) => day - 20_000)).toEqual([18, 37]);
    // 19 days without rain are worth some 3.8 points, and 22 since then are lost.
    expect(soiling?.rises[1]?.gain).toBeGreaterThan(2.5);
    expect(soiling?.lost).toBeCloseTo(22 * 0.2, 0);
  });

  it('finds no rise in scatter, in a single wild day or where nothing washes', () => {
    expect(soilingOf(days(40, { loss: 0, scatter: 2 }))?.rises).toEqual([]);
    const wild = days(40, { loss: 0.1 });
    wild[20] = [20_020, 95];
    expect(soilingOf(wild)?.rises).toEqual([]);
    expect(soilingOf(wild)?.slope).toBeCloseTo(-0.1, 6);
  });

  it('does not take a string that fails for dirt', () => {
    const failed = days(30, { loss: 0, scatter: 0.3 }).map(([day, ratio], i): RatioDay => [
      day,
      i < 17 ? ratio : ratio - 11,
    ]);
    const soiling = soilingOf(failed);
    expect(soiling?.rises).toEqual([]);
    expect(Math.abs(soiling?.slope ?? NaN)).toBeLessThan(0.05);
    expect((soiling?.low ?? 0) < 0 && (soiling?.high ?? 0) < 0).toBe(false);
  });

  it('tells no loss where the ratio does not fall, and nothing of four days', () => {
    expect(soilingOf(days(20, { loss: -0.1 }))?.lost).toBeNull();
    expect(soilingOf(days(4, { loss: 0.1 }))).toBeNull();
    expect(soilingOf([])).toBeNull();
  });

  it('does not depend on the order of days nor on the level of the ratio', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 600, max: 900 }), { minLength: 5, maxLength: 40 }), fc.integer({ min: -100, max: 100 }), (ratios, shift) => {
        const given = ratios.map((ratio, day): RatioDay => [day, ratio / 8]);
        const there = soilingOf(given);
        expect(soilingOf(given.toReversed())).toEqual(there);
        const moved = soilingOf(given.map(([day, ratio]) => [day, ratio + shift]));
        expect(moved?.slope).toBeCloseTo(there?.slope ?? NaN, 9);
        expect(moved?.rises.map(({ day }) => day)).toEqual(there?.rises.map(({ day }) => day));
      }),
    ); // prettier-ignore
  });
});

it('a ratio of hot modules is more at 25 ℃', () => {
  expect(at25(80, 25)).toBe(80);
  expect(at25(72, 50)).toBeCloseTo(80, 10);
});
