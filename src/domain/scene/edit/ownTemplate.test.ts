import { describe, expect, it } from 'vitest';
import { emptyScene, type Scene, type SceneElement } from '#contract/scene/scene.ts';
import { checkScene } from '../check.ts';
import { LAYERS } from '../oneLine.ts';
import { putTemplate, templateOf } from './ownTemplate.ts';

const item = (ammeterId: number, dataCode: string) => ({
  source: { kind: 'item', ammeterId, dataCode } as const,
  map: { kind: 'format', decimals: 1, unit: null } as const,
});
const made = { layer: 'device', origin: 'meter:7', group: 'old' } as const;
const elements: SceneElement[] = [
  { id: 'q', type: 'symbol', symbol: 'breaker', x: 300, y: 200, ...made, bindings: [{ source: { kind: 'signal', signalPointId: 44 }, map: { kind: 'range', ranges: [{ from: 1, to: 1, look: 'closed' }] } }] },
  { id: 'm', type: 'symbol', symbol: 'motor', x: 300, y: 260, ...made, label: 'Fan 1', bindings: [item(70, 'PZ'), item(71, 'IA'), item(70, 'FZ')] },
  { id: 'w', type: 'wire', layer: 'wire', from: { element: 'q', port: 'b' }, to: { element: 'm', port: 'a' } },
  { id: 'n', type: 'text', layer: 'note', x: 340, y: 230, text: 'DN 50' },
  { id: 'other', type: 'value', layer: 'note', x: 900, y: 900, bindings: [item(99, 'PZ')] },
]; // prettier-ignore
const scene: Scene = { ...emptyScene(LAYERS), elements };
const template = templateOf(scene, new Set(['q', 'm', 'n']), new Set(['Fan 1']));
const fan = (ids: readonly number[], breakerId: number | null) => ({
  name: 'Fan 2',
  typeCode: null,
  meters: ids.map((ammeterId) => ({ ammeterId, electric: true })),
  breakerId,
});
const bindingsOf = ({ elements: all }: Scene) =>
  all.flatMap(({ bindings }) => (bindings ?? []).map(({ source }) => source));

describe('a template that people make', () => {
  it('names no device, keeps item codes, and rides with its wires as one group', () => {
    expect(JSON.stringify(template)).not.toMatch(/"(meter:7|old)"|:(44|70|71|99)\b/);
    expect(new Set(template.map(({ group }) => group)).size).toBe(1);
    expect(template.map(({ type }) => type)).toEqual(['symbol', 'symbol', 'wire', 'text']);
    expect(bindingsOf({ ...scene, elements: [...template] })).toEqual([
      { kind: 'signal', signalPointId: 1 },
      { kind: 'item', ammeterId: 1, dataCode: 'PZ' },
      { kind: 'item', ammeterId: 2, dataCode: 'IA' },
      { kind: 'item', ammeterId: 1, dataCode: 'FZ' },
    ]);
  });

  it('is put for any object with its meters, its breaker and its name', () => {
    const put = putTemplate(scene, template, fan([5, 6], 8), { x: 600, y: 400 });
    const fresh = put.scene.elements.filter(({ id }) => put.ids.includes(id));
    expect(bindingsOf({ ...scene, elements: fresh })).toEqual([
      { kind: 'signal', signalPointId: 8 },
      { kind: 'item', ammeterId: 5, dataCode: 'PZ' },
      { kind: 'item', ammeterId: 6, dataCode: 'IA' },
      { kind: 'item', ammeterId: 5, dataCode: 'FZ' },
    ]);
    const [breaker, motor] = fresh;
    expect(motor).toMatchObject({ label: 'Fan 2' });
    expect([breaker, motor].map((one) => one && 'y' in one && one.y)).toEqual([420, 480]);
    expect(checkScene(JSON.parse(JSON.stringify(put.scene)))).toHaveProperty('scene');
    expect(put.scene.elements.slice(0, elements.length)).toEqual(elements);
  });

  it('binds nothing where the object has no such meter or breaker', () => {
    const put = putTemplate(scene, template, fan([5], null), { x: 0, y: 0 });
    const fresh = put.scene.elements.filter(({ id }) => put.ids.includes(id));
    expect(bindingsOf({ ...scene, elements: fresh }).map((one) => 'dataCode' in one && one.dataCode)).toEqual(['PZ', 'FZ']); // prettier-ignore
    const [breaker] = fresh;
    expect(breaker?.bindings).toBeUndefined();
  });
});
