import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeReads, nextReadAt, type PositionRead, staysAt, STEADY_MS } from './readBack.ts';

const AIM = { target: 1, tolerance: 0, until: 5000 };
const reads = (...all: readonly (readonly [number, number | null])[]): PositionRead[] =>
  all.map(([at, value]) => ({ at, value }));

describe('reads of a position', () => {
  it.each([
    ['agrees', reads([0, 1], [1000, 1]), 1000],
    ['agrees', reads([0, 0], [300, 1], [600, null], [1300, 1]), 1300],
    ['wait', reads([0, 1]), 4999],
    ['wait', reads([0, 1], [999, 1]), 4999],
    // It sprang back between the two.
    ['wait', reads([0, 1], [500, 0], [1000, 1]), 1000],
    ['differs', reads([0, 1], [1000, 0], [4900, 0]), 5000],
    ['differs', reads([0, 0], [300, null]), 5000],
    ['wait', reads([0, 0], [4500, 1]), 5499],
    ['agrees', reads([0, 0], [4500, 1], [5500, 1]), 5500],
    ['notSteady', reads([0, 0], [4500, 1], [5500, null]), 5500],
    ['notRead', reads([0, null], [1000, null]), 5000],
    ['notRead', [], 5000],
  ] as const)('are judged %s: %j at %i', (verdict, all, now) => {
    expect(judgeReads(all, AIM, now)).toBe(verdict);
  });

  it.each([
    [true, 0, reads([0, 0], [300, null], [1000, 0])],
    [false, 0, reads([0, 0], [999, 0])],
    [false, 0, reads([0, 0], [500, 1], [1000, 0])],
    [false, 0, reads([0, 0], [1000, null])],
    [false, 0, reads([0, null], [1000, null])],
    [false, 0, []],
    [false, null, reads([0, 0], [1000, 0])],
  ] as const)('prove %s that it stands where it stood at %j: %j', (stays, before, all) => {
    expect(staysAt(all, before, 0)).toBe(stays);
  });

  it('of a value are allowed their tolerance', () => {
    const aim = { target: 50, tolerance: 0.5, until: 5000 };
    expect(judgeReads(reads([0, 49.6], [1000, 50.5]), aim, 1000)).toBe('agrees');
    expect(judgeReads(reads([0, 49.4], [5000, 49.4]), aim, 5000)).toBe('differs');
  });

  it('never agree without two of the target a second apart, and always come to an end', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 900 }), fc.constantFrom(0, 1, null)), { maxLength: 30 }),
        (all) => {
          let at = 0;
          const some = all.map(([after, value]) => ({ at: (at += after), value }));
          const verdict = judgeReads(some, { ...AIM, until: at }, at + STEADY_MS);
          expect(verdict).not.toBe('wait');
          expect(nextReadAt(some, { ...AIM, until: at }, at + STEADY_MS)).toBeNull();
          const proven = some.some(
            (a, i) =>
              a.value === 1 &&
              some.some(
                (b, j) =>
                  j > i &&
                  b.value === 1 &&
                  b.at - a.at >= STEADY_MS &&
                  some.slice(i, j).every(({ value }) => value !== 0),
              ),
          );
          expect(verdict === 'agrees').toBe(proven);
        },
      ),
    );
  });

  it('follow each other a second after the first that agrees, else soon, and not after the end', () => {
    expect(nextReadAt([], AIM, 40)).toBe(40);
    expect(nextReadAt(reads([100, 0]), AIM, 120)).toBe(400);
    expect(nextReadAt(reads([100, 1]), AIM, 120)).toBe(1100);
    expect(nextReadAt(reads([4900, 0]), AIM, 4900)).toBe(5000);
    expect(nextReadAt(reads([0, 1], [1000, 1]), AIM, 1000)).toBeNull();
  });
});
