import { expect, it } from 'vitest';
import { curveKey } from '#contract/scene/binding.ts';
import type { SceneElement } from '#contract/scene/scene.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/time/duration.ts';
import { drawElement } from './drawElement.ts';
import { paperInk } from './ink.ts';
import { NO_NAMES } from './label.ts';

const NOW = 1_770_000_000_000;
const source = { kind: 'item', ammeterId: 7, dataCode: 'PZ' } as const;
const bindings = [{ source, map: { kind: 'format', decimals: 0, unit: null } as const }];

const NOTHING: ReadonlyMap<string, never> = new Map<string, never>();

/** A value each five minutes of so many hours, as it was read at `NOW`. */
const curve = (hours: number) =>
  Array.from({ length: hours * 12 + 1 }, (_, i) => [NOW - hours * HOUR_MS + i * 5 * MINUTE_MS, i] as const);

/** Where the line of a trend that lies at 100 … 300 goes, left to right. */
function placesOf(hours: number, now: number): number[] {
  const trend: SceneElement = { id: `t${hours}`, type: 'trend', layer: 'l', x: 100, y: 0, w: 200, h: 50, hours, bindings }; // prettier-ignore
  const curves = new Map([1, 24].map((each) => [curveKey('item:7:PZ', each), curve(each)]));
  const seen = { values: NOTHING, curves, now, fed: NOTHING, levels: NOTHING };
  const drawn = drawElement(trend, {
    elements: new Map(),
    ink: paperInk,
    language: 'en',
    names: NO_NAMES,
    seen,
  });
  const path = drawn.children?.find(({ tag }) => tag === 'path');
  return [...String(path?.attrs['d']).matchAll(/[ML](-?[\d.]+) /g)].map(([, x]) => Number(x));
}

it.each([1, 24])(
  'a trend of %i h shows its own hours though the same value is drawn over others too',
  (hours) => {
    for (const later of [0, 20 * MINUTE_MS]) {
      const places = placesOf(hours, NOW + later);
      expect(places.length).toBeGreaterThan(5);
      expect(Math.min(...places)).toBeGreaterThanOrEqual(100);
      expect(Math.max(...places)).toBeLessThanOrEqual(300);
    }
    expect(placesOf(hours, NOW)).toHaveLength(hours * 12 + 1);
  },
);
