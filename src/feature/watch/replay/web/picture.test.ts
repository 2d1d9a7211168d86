import { expect, it } from 'vitest';
import type { CurvePart } from '../contract.ts';
import { downOf, pictureOf } from './picture.ts';

const part = (at: number, low: number | null, high = low, mean = low): CurvePart => ({ at, low, high, mean });

it('draws each interval apart, on round places that hold every value and limit', () => {
  const picture = pictureOf([part(0, 1, 3, 2), part(1, 2, 4, 3), part(2, null), part(3, 2, 2, 2)], [6]);
  expect(picture).toMatchObject({ min: 0, ticks: expect.arrayContaining([0, 2, 4, 6]) as number[] });
  expect(picture?.max).toBeGreaterThanOrEqual(6);
  expect(picture?.line.match(/M/g)).toHaveLength(2);
  expect(picture?.band.match(/Z/g)).toHaveLength(2);
  expect(picture && downOf(picture, picture.max)).toBe(0);
});

it('has an axis where all values are one, and none where nothing is known', () => {
  expect(pictureOf([part(0, 0.6)], [])?.ticks.length).toBeGreaterThan(1);
  expect(pictureOf([part(0, 0)], [])?.max).toBeGreaterThan(0);
  expect(pictureOf([part(0, null)], [5])).toBeNull();
  expect(pictureOf([], [])).toBeNull();
});
