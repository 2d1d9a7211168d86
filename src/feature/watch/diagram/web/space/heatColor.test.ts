import { expect, it } from 'vitest';
import { heatColor } from './heatColor.ts';

it('is that of its stop, a mixture between two, and never beyond the scale', () => {
  const stops = ['#000000', '#ff0000', '#ffffff'];
  expect([0, 0.25, 0.5, 0.75, 1].map((share) => heatColor(stops, share))).toEqual([
    '#000000',
    '#800000',
    '#ff0000',
    '#ff8080',
    '#ffffff',
  ]);
  expect([-3, 7].map((share) => heatColor(stops, share))).toEqual(['#000000', '#ffffff']);
});
