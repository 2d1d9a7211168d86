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

it('a share of the rated power follows the power that is told between two answers', () => {
  const scene = { ...emptyScene([{ id: 'l', name: 'l' }]), elements: [shown('loadShare')] };
  const [FIVE_S, key] = [5000, 'figure:7:loadShare'];
  const share = { key, value: 50, ts: NOW, unit: '%', holdMs: 3 * FIVE_S, ratedPower: 200 };
  const keeper = new ValueKeeper(scene);
  keeper.fill({ at: NOW, values: [share], curves: [] });
  keeper.news();
  for (const after of [5, 10, 15, 20]) keeper.hear('item:7:PZ', 100 + after, NOW + after * 1000);
  expect([...(keeper.news() ?? [])]).toEqual([key]);
  expect(keeper.values.get(key)?.value).toBe(60);
  expect(keeper.remarks(NOW + 20_000, NO_NAMES)).toMatchObject({ list: [], fresh: 1 });
  // An answer that was on its way meanwhile does not put it back.
  keeper.fill({ at: NOW, values: [share], curves: [] });
  expect(keeper.values.get(key)).toMatchObject({ value: 60, ts: NOW + 20_000 });
  // Where the rated power is not known there is no share.
  keeper.fill({ at: NOW, values: [{ ...share, value: null, ratedPower: null }], curves: [] });
  keeper.hear('item:7:PZ', 130, NOW + 25_000);
  expect(keeper.values.get(key)?.value).toBeNull();
});
