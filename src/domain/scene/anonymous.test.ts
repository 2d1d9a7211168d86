import { expect, it } from 'vitest';
import { emptyScene, type Scene, type SceneElement } from '#contract/scene/scene.ts';
import { anonymous } from './anonymous.ts';
import { checkScene } from './check.ts';
import { drawnOrder, svgOf } from './drawElement.ts';

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

it('of the origin of a meter comes its number before any binding names it', () => {
  const only = { ...scene, elements: scene.elements.slice(0, 1) };
  expect(anonymous(only).scene.elements[0]).toMatchObject({ id: 'e0', origin: 'meter:1' });
});
