import { expect, test } from 'vitest';
import { cssColor, ENERGY } from './palette.ts';

/** Hue in degrees and the distance from grey, 0 to 255, of a colour such as `#1e90ff`. */
function hueOf(color: string): { hue: number; chroma: number } {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  const most = Math.max(r, g, b);
  const chroma = most - Math.min(r, g, b);
  const sixth = most === r ? (g - b) / chroma : most === g ? 2 + (b - r) / chroma : 4 + (r - g) / chroma;
  return { hue: (((60 * sixth) % 360) + 360) % 360, chroma };
}

const HUES = [
  ['red', 350, 15],
  ['orange', 20, 40],
  ['yellow', 42, 65],
  ['green', 80, 160],
  ['cyan', 170, 200],
  ['blue', 205, 240],
  ['purple', 260, 300],
] as const;

test.each(HUES.map(([name, from, to], i) => ({ name, from, to, value: i + 1 })))(
  'energy $value is $name on both grounds',
  ({ from, to, value }) => {
    for (const color of ENERGY[value - 1] ?? []) {
      const { hue, chroma } = hueOf(color);
      expect(chroma).toBeGreaterThan(40);
      if (from < to) expect(hue >= from && hue <= to, `${color} ${hue}`).toBe(true);
      else expect(hue >= from || hue <= to, `${color} ${hue}`).toBe(true);
    }
  },
);

test('energy 8 is black, which on a dark ground is its opposite; further ones begin anew', () => {
  const [light = '', dark = ''] = ENERGY[7] ?? [];
  for (const color of [light, dark]) expect(hueOf(color).chroma).toBeLessThan(25);
  expect(Number.parseInt(light.slice(1, 3), 16)).toBeLessThan(64);
  expect(Number.parseInt(dark.slice(1, 3), 16)).toBeGreaterThan(192);
  expect([1, 8, 9].map((energy) => cssColor({ energy }))).toEqual([
    'var(--energy-1)',
    'var(--energy-8)',
    'var(--energy-1)',
  ]);
});
