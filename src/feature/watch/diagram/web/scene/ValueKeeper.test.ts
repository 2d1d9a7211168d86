import { expect, it } from 'vitest';
import type { Binding, SceneFigure } from '#contract/scene/binding.ts';
import { emptyScene, type SceneElement } from '#contract/scene/scene.ts';
import { NO_NAMES } from '#domain/scene/label.ts';
import { HOUR_MS } from '#domain/time/duration.ts';
import { ValueKeeper } from './ValueKeeper.ts';

const NOW = 1_770_000_000_000;
const binding = (figure: SceneFigure): Binding => ({
  source: { kind: 'figure', ammeterId: 7, figure },
  map: { kind: 'format', decimals: 0, unit: null },
});
const shown = (id: SceneFigure): SceneElement => ({ id, type: 'value', layer: 'l', x: 0, y: 0, bindings: [binding(id)] }); // prettier-ignore

it('a figure that is old is said to be old and is not fresh; one of which nothing is known yet is no value', () => {
  const scene = { ...emptyScene([{ id: 'l', name: 'l' }]), elements: [shown('today'), shown('month')] };
  const keeper = new ValueKeeper(scene);
  const told = (figure: SceneFigure, value: number | null, ts: number | null) => ({ key: `figure:7:${figure}`, value, ts, unit: 'kWh', holdMs: HOUR_MS }); // prettier-ignore
  keeper.fill({ at: NOW, values: [told('today', 80, NOW - 8 * HOUR_MS), told('month', 900, NOW)], curves: [] }); // prettier-ignore
  expect(keeper.remarks(NOW, NO_NAMES)).toEqual({
    list: [{ id: 'today', label: 'today', age: 8 * HOUR_MS, alarm: 0 }],
    fresh: 1,
    total: 2,
  });
  keeper.fill({ at: NOW, values: [told('today', null, null), told('month', 900, NOW)], curves: [] });
  expect(keeper.remarks(NOW, NO_NAMES)).toEqual({ list: [], fresh: 1, total: 1 });
});
