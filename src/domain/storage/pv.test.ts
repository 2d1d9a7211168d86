import { expect, it } from 'vitest';
import { performanceRatio, selfUseShare, specificYield, theilSen } from './pv.ts';

it('tells yields and ratios, and nothing of what is not known', () => {
  expect(specificYield(450, 150)).toBe(3);
  expect(performanceRatio(450, 150, 3.75)).toBe(80);
  expect(selfUseShare(150, 50)).toBe(75);
  expect([specificYield(null, 150), performanceRatio(450, 150, 0), performanceRatio(450, 150, null)]).toEqual(
    [null, null, null],
  );
  expect([selfUseShare(0, 0), selfUseShare(100, null), selfUseShare(null, 5)]).toEqual([null, null, null]);
});

it('finds a slope that a few wild points do not move', () => {
  const points = Array.from({ length: 21 }, (_, x): [number, number] => [x, 80 - 0.2 * x]);
  points[4] = [4, 20];
  points[11] = [11, 140];
  const trend = theilSen(points);
  expect(trend?.slope).toBeCloseTo(-0.2, 10);
  expect(trend?.intercept).toBeCloseTo(80, 10);
  // Kendall's S of five points has a standard deviation of 4.08: of their ten slopes a tenth lies beyond on each side.
  const few = theilSen([[0, 0], [1, 1], [2, 1.5], [3, 3.5], [4, 4]]); // prettier-ignore
  expect([few?.slope, few?.low]).toEqual([1, 0.5]);
  expect(few?.high).toBeCloseTo(1.3256, 4);
  expect(theilSen(points.slice(0, 4))).toBeNull();
  expect(theilSen(points.map(([, y]) => [1, y]))).toBeNull();
});
