import { describe, expect, it } from 'vitest';
import { emptyScene, type Scene } from '#contract/scene/scene.ts';
import { checkScene } from '../check.ts';
import { svgOf } from '../drawElement.ts';
import { boundsOf, elementsOf } from '../geometry.ts';
import { putObject, type TemplateObject } from './objectTemplate.ts';

const EMPTY: Scene = emptyScene([{ id: 'device', name: 'Devices' }]);
const LAYERS = { symbol: 'device', wire: 'device', note: 'device' };
const object = (more: Partial<TemplateObject> = {}): TemplateObject => ({
  name: 'Press 1',
  typeCode: 'transformer',
  meters: [{ ammeterId: 7, electric: true }],
  breakerId: 3,
  ...more,
});
const put = (one: TemplateObject, scene = EMPTY) => putObject(scene, one, { x: 203, y: 98 }, LAYERS);

describe('the template of a type of objects', () => {
  it('is put for an object in one step: joined symbols in one group, bound by item code', () => {
    const { scene, ids } = put(object());
    expect(checkScene(scene)).not.toHaveProperty('problem');
    expect(ids).toHaveLength(scene.elements.length);
    expect(new Set(scene.elements.map(({ group }) => group)).size).toBe(1);
    const symbols = scene.elements.flatMap((one) => (one.type === 'symbol' ? [one.symbol] : []));
    expect(symbols).toEqual(['breaker', 'transformer2', 'meter']);
    const sources = scene.elements.flatMap((one) => (one.bindings ?? []).map(({ source }) => source));
    expect(sources).toEqual([
      { kind: 'signal', signalPointId: 3 },
      { kind: 'alarm', ammeterId: 7 },
      { kind: 'item', ammeterId: 7, dataCode: 'PZ' },
      { kind: 'item', ammeterId: 7, dataCode: 'FZ' },
      { kind: 'figure', ammeterId: 7, figure: 'loadShare' },
    ]);
    const wires = scene.elements.filter((one) => one.type === 'wire');
    expect(wires).toHaveLength(2);
    expect(JSON.stringify(svgOf(scene, 'x', { language: 'en', seen: null, names: new Map() }))).toContain(
      'Press 1',
    );
  });

  it.each(['transformer', 'cabinet', 'feeder', 'compressor', 'chiller', 'boiler', 'unheard', null])(
    'of %s lies over nothing of itself, and on the grid',
    (typeCode) => {
      const { scene } = put(object({ typeCode }));
      const elements = elementsOf(scene);
      const boxes = scene.elements.flatMap((one) => (one.type === 'symbol' ? [boundsOf(one, elements)] : []));
      for (const [i, a] of boxes.entries())
        for (const b of boxes.slice(i + 1))
          expect(a.y + a.h <= b.y || b.y + b.h <= a.y, `${typeCode}`).toBe(true);
      expect(scene.elements.every((one) => one.type !== 'symbol' || one.x === 200)).toBe(true);
      expect(checkScene(scene)).not.toHaveProperty('problem');
    },
  );

  it('binds nothing of an object without meters, and the flow of other energies', () => {
    const bare = put(object({ meters: [], breakerId: null }));
    expect(bare.scene.elements.some((one) => one.bindings)).toBe(false);
    const water = put(
      object({ typeCode: 'boiler', meters: [{ ammeterId: 9, electric: false }], breakerId: null }),
    );
    const codes = water.scene.elements.flatMap((one) =>
      (one.bindings ?? []).flatMap(({ source }) => (source.kind === 'item' ? [source.dataCode] : [])),
    );
    expect(codes).toEqual(['FL']);
  });

  it('is put a second time beside what is there, with names of its own', () => {
    const first = put(object());
    const second = putObject(first.scene, object({ name: 'Press 2' }), { x: 400, y: 100 }, LAYERS);
    expect(new Set(second.scene.elements.map(({ id }) => id)).size).toBe(first.ids.length * 2);
    expect(new Set(second.scene.elements.map(({ group }) => group)).size).toBe(2);
    expect(second.scene.elements.slice(0, first.ids.length)).toEqual(first.scene.elements);
  });
});
