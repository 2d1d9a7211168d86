import { beforeEach, expect, it } from 'vitest';
import { emptyScene, type Scene, type SceneElement } from '#contract/scene/scene.ts';
import { NO_NAMES } from '#domain/scene/label.ts';
import { LAYERS } from '#domain/scene/oneLine.ts';
import { SeenKeeper } from './SeenKeeper.ts';

const range = {
  kind: 'range',
  ranges: [
    { from: 1, to: 1, look: 'closed' },
    { from: 0, to: 0, look: 'open' },
  ],
} as const;
const scene: Scene = {
  ...emptyScene(LAYERS),
  elements: [
    { id: 's', type: 'symbol', layer: 'device', symbol: 'supply', x: 0, y: 0 },
    {
      id: 'q',
      type: 'symbol',
      layer: 'device',
      symbol: 'breaker',
      x: 0,
      y: 40,
      bindings: [
        { source: { kind: 'signal', signalPointId: 1 }, map: { ...range, ranges: [...range.ranges] } },
      ],
    },
    {
      id: 'm',
      type: 'symbol',
      layer: 'device',
      symbol: 'motor',
      x: 0,
      y: 80,
      label: 'Pump',
      bindings: [
        {
          source: { kind: 'item', ammeterId: 7, dataCode: 'PZ' },
          map: { kind: 'format', decimals: 0, unit: null },
        },
      ],
    },
    {
      id: 'w1',
      type: 'wire',
      layer: 'wire',
      from: { element: 's', port: 'b' },
      to: { element: 'q', port: 'a' },
    },
    {
      id: 'w2',
      type: 'wire',
      layer: 'wire',
      from: { element: 'q', port: 'b' },
      to: { element: 'm', port: 'a' },
    },
  ],
};
const NOW = 1_000_000;
const read = (position: number | null) => ({
  at: NOW,
  values: [
    { key: 'signal:1', value: position, ts: NOW, unit: '', holdMs: null },
    { key: 'item:7:PZ', value: 5, ts: NOW, unit: 'kW', holdMs: 60_000 },
  ],
  curves: [],
});

let keeper: SeenKeeper;
beforeEach(() => {
  keeper = new SeenKeeper(scene);
  keeper.fill(read(1));
  keeper.look(keeper.news(), NOW);
});

it('a value touches its own element, a position all that it feeds', () => {
  keeper.hear('item:7:PZ', 6, NOW + 1);
  expect([...(keeper.look(keeper.news(), NOW).ids ?? [])]).toEqual(['m']);
  keeper.hear('signal:1', 0, NOW + 1);
  const { seen, ids } = keeper.look(keeper.news(), NOW);
  expect([...(ids ?? [])].toSorted((a, b) => a.localeCompare(b))).toEqual(['m', 'q', 'w2']);
  expect(seen.fed.get('m')).toBe('dead');
});

it('a position may be told by a value, behind a limit; a limit alone moves nothing', () => {
  const flowing = { source: { kind: 'item', ammeterId: 8, dataCode: 'PZ' }, map: { kind: 'range', ranges: [{ from: 1, to: null, look: 'closed' }, { from: null, to: 1, look: 'open' }] } } as const; // prettier-ignore
  const limit = { source: { kind: 'item', ammeterId: 9, dataCode: 'IA' }, map: { kind: 'range', ranges: [{ from: 100, to: null, look: 'alarm' }] } } as const; // prettier-ignore
  const with8 = new SeenKeeper({
    ...scene,
    elements: scene.elements.map((one) =>
      one.id === 'q' ? ({ ...one, bindings: [limit, flowing] } as unknown as SceneElement) : one,
    ),
  });
  const told = (key: string, value: number) => ({ key, value, ts: NOW, unit: '', holdMs: null });
  with8.fill({ at: NOW, values: [told('item:8:PZ', 5), told('item:9:IA', 1)], curves: [] });
  expect(with8.look(with8.news(), NOW).seen.fed.get('m')).toBe('live');
  with8.hear('item:8:PZ', 0, NOW + 1);
  expect(with8.look(with8.news(), NOW).seen.fed.get('m')).toBe('dead');
});

it('what is older than known, or not bound, says nothing', () => {
  keeper.hear('item:7:PZ', 1, NOW - 1);
  keeper.hear('item:8:PZ', 1, NOW + 1);
  expect(keeper.news()?.size).toBe(0);
  expect(keeper.values.get('item:7:PZ')?.value).toBe(5);
});

it('an answer that was on its way while something was told does not put it back', () => {
  keeper.hear('signal:1', 0, NOW + 100);
  keeper.fill(read(1));
  expect(keeper.values.get('signal:1')).toMatchObject({ value: 0, ts: NOW + 100 });
  expect(keeper.look(keeper.news(), NOW).seen.fed.get('m')).toBe('dead');
  // Whatever is asked for after it knows better: a value may have been corrected.
  keeper.fill(read(1));
  expect(keeper.values.get('signal:1')?.value).toBe(1);
});

it('what is told before the first answer stands too, and nothing of it in the past', () => {
  const first = new SeenKeeper(scene);
  first.hear('signal:1', 0, NOW + 100);
  expect(first.values.size).toBe(0);
  first.fill(read(1));
  expect(first.values.get('signal:1')?.value).toBe(0);
  first.hear('item:7:PZ', 6, NOW + 1);
  first.fill(read(1), false);
  expect(first.values.get('item:7:PZ')?.value).toBe(5);
});

it('a switch that is tried stands as it is tried, and back as it is told', () => {
  keeper.try(new Map([['q', 'open']]));
  const tried = keeper.look(keeper.news(), NOW).seen;
  expect([tried.fed.get('m'), tried.values.get('signal:1')?.value]).toEqual(['dead', 0]);
  keeper.try(new Map());
  const told = keeper.look(keeper.news(), NOW).seen;
  expect([told.fed.get('m'), told.values.get('signal:1')?.value]).toEqual(['live', 1]);
});

it('says what is old, and that it is not fresh; a position that is not known is not fresh either', () => {
  expect(keeper.remarks(NOW, NO_NAMES)).toEqual({ list: [], fresh: 2, total: 2 });
  expect(keeper.remarks(NOW + 61_000, NO_NAMES)).toMatchObject({
    list: [{ id: 'm', label: 'Pump', age: 61_000, alarm: 0 }],
    fresh: 1,
  });
  keeper.fill(read(null));
  expect(keeper.remarks(NOW, NO_NAMES).fresh).toBe(1);
});
