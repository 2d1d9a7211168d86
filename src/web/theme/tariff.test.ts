import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PERIOD_NUMBERS } from '#contract/period.ts';
import { texts } from '../chart/texts.ts';
import { HEAT, TARIFF, TARIFF_SHADE } from './palette.ts';

type Triple = readonly [number, number, number];

/** How red, green and blue are seen: by most, and where one kind of cone lacks (Machado, Oliveira and Fernandes 2009). */
const SIGHTS: Readonly<Record<string, readonly Triple[]>> = {
  most: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protan: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deutan: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritan: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
}; // prettier-ignore

/** A colour as it is seen, in Oklab times 100 (Ottosson 2020): a distance of 2 is just noticed. */
function seen(color: string, sight: readonly Triple[]): number[] {
  const linear = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const of = (row: readonly number[], values: readonly number[]): number =>
    row.reduce((sum, factor, i) => sum + factor * (values[i] ?? 0), 0);
  const rgb = sight.map((row) => Math.min(1, Math.max(0, of(row, linear))));
  const cones = [
    [0.4122214708, 0.5363325363, 0.0514459929],
    [0.2119034982, 0.6806995451, 0.1073969566],
    [0.0883024619, 0.2817188376, 0.6299787005],
  ].map((row) => Math.cbrt(of(row, rgb)));
  return [
    [0.2104542553, 0.793617785, -0.0040720468],
    [1.9779984951, -2.428592205, 0.4505937099],
    [0.0259040371, 0.7827717662, -0.808675766],
  ].map((row) => 100 * of(row, cones));
}

test.each(Object.entries(SIGHTS))('tariff periods are told apart, as %s see them', (_, sight) => {
  for (const ground of [0, 1] as const) {
    const colors = Object.values(TARIFF).map((pair) => seen(pair[ground], sight));
    for (const [i, a] of colors.entries())
      for (const b of colors.slice(i + 1))
        expect(Math.hypot(...a.map((part, n) => part - (b[n] ?? 0)))).toBeGreaterThan(9);
  }
});

test('every tariff period has its colour, its letter, and its strip in the calendar', () => {
  const style = readFileSync(
    new URL('../../feature/money/calendar/web/Calendar.module.css', import.meta.url),
    'utf8',
  );
  for (const period of PERIOD_NUMBERS) {
    expect([period in TARIFF, period in TARIFF_SHADE]).toEqual([true, true]);
    expect([`letter${period}` in texts, `tariff${period}` in texts]).toEqual([true, true]);
    expect(style).toContain(`[data-period='${period}'] {\n  background: var(--tariff-${period});`);
  }
});

test.each(Object.entries(SIGHTS))(
  'each step of a heat map is lighter or darker than the last, as %s see it',
  (_, sight) => {
    for (const ground of [0, 1] as const)
      for (const ramp of [HEAT.above[ground], HEAT.below[ground]]) {
        const lightness = ramp.map((color) => seen(color, sight)[0] ?? 0);
        for (const [i, one] of lightness.slice(1).entries()) {
          const step = one - (lightness[i] ?? 0);
          expect(ground === 0 ? -step : step).toBeGreaterThan(3);
        }
      }
    // Above 0 and below it part where they are strong.
    for (const ground of [0, 1] as const) {
      const [above, below] = [HEAT.above[ground], HEAT.below[ground]].map((ramp) =>
        seen(ramp[4] ?? '', sight),
      );
      expect(Math.hypot(...(above ?? []).map((part, i) => part - (below?.[i] ?? 0)))).toBeGreaterThan(9);
    }
  },
);
