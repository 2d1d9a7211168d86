import { expect, it } from 'vitest';
import { emptyScene, type Scene, type SceneElement } from '#contract/scene/scene.ts';
import { anonymous } from './anonymous.ts';
import { checkScene } from './check.ts';
import { drawElement, drawnOrder, svgOf } from './drawElement.ts';
import { elementsOf } from './geometry.ts';
import { paperInk } from './ink.ts';
import { markupOf } from './node.ts';
import { positionsOf } from './seen.ts';
import { fedOf, netOf } from './supply.ts';

const scene: Scene = {
  ...emptyScene([{ id: 'device', name: 'Devices' }]),
  elements: [
    { id: 'q71', type: 'symbol', symbol: 'breaker', layer: 'device', x: 100, y: 100, origin: 'meter:71/breaker', label: '{name}',
      bindings: [{ source: { kind: 'signal', signalPointId: 905 }, map: { kind: 'range', ranges: [{ from: 1, to: 1, look: 'closed' }] } }] },
    { id: 'b', type: 'bus', layer: 'device', x: 0, y: 200, length: 300 },
    { id: 'w', type: 'wire', layer: 'device', from: { element: 'q71', port: 'b' }, to: { element: 'b', at: 100 } },
    { id: 'v', type: 'value', layer: 'device', x: 0, y: 0,
      bindings: [{ source: { kind: 'item', ammeterId: 71, dataCode: 'PZ' }, map: { kind: 'format', decimals: 0, unit: null } }] },
    { id: 'a', type: 'value', layer: 'device', x: 0, y: 30,
      bindings: [{ source: { kind: 'alarm', ammeterId: 82 }, map: { kind: 'format', decimals: 0, unit: null } }] },
    { id: 'l', type: 'link', layer: 'device', x: 0, y: 60, text: 'Go', to: '/SDNMonitoring/MeterHome/71' },
  ] as SceneElement[],
}; // prettier-ignore

it('takes ids, origins and addresses out of a scene, which is drawn as before and may still be saved', () => {
  const bare = anonymous(scene);
  expect(JSON.stringify(bare.scene)).not.toMatch(/71|82|905|MeterHome/);
  expect([...bare.keys]).toEqual([
    ['signal:905', 'signal:1'],
    ['item:71:PZ', 'item:1:PZ'],
    ['alarm:82', 'alarm:2'],
  ]);
  expect([...bare.meters]).toEqual([
    [71, 1],
    [82, 2],
  ]);
  expect(checkScene(bare.scene)).not.toHaveProperty('problem');
  const names = (id: number) => new Map([[id, { code: 'E-1', name: 'Press' }]]);
  const drawn = (one: Scene, id: number): string =>
    JSON.stringify(svgOf(one, 'x', { language: 'en', seen: null, names: names(id) })).replaceAll(
      /"data-id":"[^"]*"/g,
      '',
    );
  expect(drawn(bare.scene, 1)).toBe(drawn(scene, 71));
  expect(drawnOrder(bare.scene)).toHaveLength(6);
});

it('what hidden layers say is left out, and what conducts there still feeds; only what labels show is named', () => {
  const layer = 'gone';
  const hidden = [
    { id: 's', type: 'symbol', symbol: 'supply', layer, x: 0, y: 0, label: 'Secret infeed', origin: 'meter:93/supply', kv: 10 },
    { id: 'q', type: 'symbol', symbol: 'breaker', layer, x: 0, y: 50, label: '{name}', bindings: [
      { source: { kind: 'signal', signalPointId: 906 }, map: { kind: 'range', ranges: [{ from: 0, to: 0, look: 'open' }, { from: 1, to: 1, look: 'closed' }] } },
      { source: { kind: 'item', ammeterId: 94, dataCode: 'PZ' }, map: { kind: 'format', decimals: 0, unit: null } },
    ] },
    { id: 't', type: 'text', layer, x: 0, y: 0, text: 'Secret text' },
    { id: 'g', type: 'trend', layer, x: 0, y: 0, w: 9, h: 9, hours: 24,
      bindings: [{ source: { kind: 'item', ammeterId: 95, dataCode: 'PZ' }, map: { kind: 'format', decimals: 0, unit: null } }] },
    { id: 'w1', type: 'wire', layer, from: { element: 's', port: 'b' }, to: { element: 'q', port: 'a' } },
  ] as SceneElement[]; // prettier-ignore
  const shown = { id: 'w2', type: 'wire', layer: 'device', from: { element: 'q', port: 'b' }, to: { element: 'b', at: 0 } } as SceneElement; // prettier-ignore
  const full: Scene = {
    ...scene,
    layers: [...scene.layers, { id: layer, name: 'Secret layer', hidden: true }],
    elements: [...hidden, ...scene.elements, shown],
  };
  const bare = anonymous(full);
  expect(JSON.stringify(bare.scene)).not.toMatch(/Secret|93|94|95|906/);
  expect([...bare.keys.keys()]).toEqual(['signal:906', 'signal:905', 'item:71:PZ', 'alarm:82']);
  expect(checkScene(bare.scene)).not.toHaveProperty('problem');
  const drawn = (one: Scene): string[] =>
    drawnOrder(one).map((each) => markupOf(drawElement(each, { elements: elementsOf(one), ink: paperInk, language: 'en', seen: null, names: new Map() })).replace(/ data-id="[^"]*"/, '')); // prettier-ignore
  expect(drawn(bare.scene)).toEqual(drawn({ ...full, elements: full.elements.map((one) => (one.type === 'link' ? { ...one, to: '/HTDisplay' } : one)) })); // prettier-ignore
  const fed = (one: Scene, key: string, value: number): unknown[] => {
    const values = new Map([[key, { value, ts: 1, unit: '', holdMs: null }]]);
    const found = fedOf(netOf(one), positionsOf(one, values, 1));
    return drawnOrder(one).map(({ id }) => found.get(id));
  };
  for (const [value, state] of [[0, 'dead'], [1, 'live']] as const) {
    expect(fed(bare.scene, 'signal:1', value)).toEqual(fed(full, 'signal:906', value));
    expect(fed(full, 'signal:906', value)).toContain(state);
  } // prettier-ignore
  expect([...bare.named]).toEqual([[71, { name: true, code: false }]]);
});

it('of the origin of a meter comes its number before any binding names it', () => {
  const only = { ...scene, elements: scene.elements.slice(0, 1) };
  expect(anonymous(only).scene.elements[0]).toMatchObject({ id: 'e0', origin: 'meter:1' });
});
