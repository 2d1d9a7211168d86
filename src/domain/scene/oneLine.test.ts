import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Source, sourceKey } from '#contract/scene/binding.ts';
import type { Scene, SceneElement } from '#contract/scene/scene.ts';
import { checkScene } from './check.ts';
import { move, remove, set } from './edit/act.ts';
import { bindMeter, replaceBindings, toMeter } from './edit/bind.ts';
import { boundsOf, type Box, elementsOf, type Point, textWidth, wirePoints } from './geometry.ts';
import { labelLines } from './label.ts';
import { type LineMeter, type LineNetwork, MOST_IN_FULL, oneLineOf } from './oneLine.ts';
import { fedOf, netOf } from './supply.ts';

const meter = (ammeterId: number, parentId: number | null, rest: Partial<LineMeter> = {}): LineMeter => ({
  ammeterId,
  code: `E-${ammeterId}`,
  name: `${ammeterId}# 循环水泵及附属设备`,
  parentId,
  ratedPower: ammeterId % 3 === 0 ? null : 100,
  transformer: ammeterId % 7 === 0,
  capacity: null,
  ...rest,
});
/** A tree of n meters in which each hangs on one of the few before it, by a rule that is always the same. */
const grown = (n: number): LineNetwork => ({
  meters: Array.from({ length: n }, (_, i) =>
    meter(
      i + 1,
      i === 0
        ? null
        : Math.max(1, Math.floor((((i * 7919) % 1000) / 1000) * Math.min(i, Math.ceil(n / 6))) + 1),
    ),
  ),
  points: [{ signalPointId: 9, kind: '1', ammeterId: 2 }],
});

const metersOf = (scene: Scene): string[] =>
  scene.elements.flatMap((one) => (/^meter:\d+$/.test(one.origin ?? '') ? [one.origin ?? ''] : []));

const NAMES = new Map(
  Array.from({ length: 2500 }, (_, i) => [i, { code: `E-${i}`, name: `${i}# 循环水泵及附属设备` }]),
);
type Segment = readonly [Point, Point, string];
/** Places where two wires of different origins cross. */
function crossings(scene: Scene): string[] {
  const elements = elementsOf(scene);
  const upright: Segment[] = [];
  const level: Segment[] = [];
  for (const one of scene.elements) {
    const points =
      one.type === 'wire'
        ? (wirePoints(one, elements) ?? [])
        : one.type === 'bus'
          ? [
              { x: one.x, y: one.y },
              { x: one.x + one.length, y: one.y },
            ]
          : [];
    for (const [i, b] of points.slice(1).entries()) {
      const a = points[i] ?? b;
      (a.x === b.x ? upright : level).push([a, b, one.id]);
    }
  }
  const found: string[] = [];
  level.sort((a, b) => Math.min(a[0].y, a[1].y) - Math.min(b[0].y, b[1].y));
  for (const [a, b, id] of upright)
    for (const [c, d, other] of level) {
      if (c.y >= Math.max(a.y, b.y)) break;
      // What touches at an end is joined there.
      if (c.y > Math.min(a.y, b.y) && a.x > Math.min(c.x, d.x) && a.x < Math.max(c.x, d.x))
        found.push(`${id} × ${other}`);
    }
  return found;
}

/** Symbols with the words beside them that lie over each other. */
function overlaps(scene: Scene): string[] {
  const elements = elementsOf(scene);
  const boxes = scene.elements.flatMap((one): [string, Box][] => {
    if (one.type !== 'symbol') return [];
    const box = boundsOf(one, elements);
    const words = labelLines(one, NAMES);
    const lines = words.length + (one.bindings ?? []).filter(({ map }) => map.kind === 'format').length;
    const w = Math.max(...words.map((word) => textWidth(word, 12)), 60);
    if (one.label === undefined) return [[one.id, box]];
    return one.labelSide === 'below'
      ? [[one.id, { x: box.x + box.w / 2 - w / 2, y: box.y, w, h: box.h + 4 + lines * 15 }]]
      : [[one.id, { x: box.x, y: box.y, w: box.w + 4 + w, h: box.h }]];
  });
  boxes.sort((a, b) => a[1].x - b[1].x);
  const found: string[] = [];
  for (const [i, [id, a]] of boxes.entries())
    for (const [other, b] of boxes.slice(i + 1)) {
      if (b.x >= a.x + a.w) break;
      if (a.y < b.y + b.h && b.y < a.y + a.h) found.push(`${id} over ${other}`);
    }
  return found;
}

describe('a one-line diagram that draws itself', () => {
  it.each([1, 20, 200, MOST_IN_FULL, 2000])(
    'shows every one of %i meters once, without crossing or overlap',
    (n) => {
      const begun = performance.now();
      const { scene } = oneLineOf(grown(n), null);
      expect(performance.now() - begun).toBeLessThan(2000);
      expect(metersOf(scene).toSorted()).toEqual(
        Array.from({ length: n }, (_, i) => `meter:${i + 1}`).toSorted(),
      );
      expect(checkScene(JSON.parse(JSON.stringify(scene)))).toEqual({ scene });
      expect(crossings(scene)).toEqual([]);
      expect(overlaps(scene)).toEqual([]);
      // Everything hangs on the supply.
      const fed = fedOf(netOf(scene), new Map());
      expect([...fed.values()].filter((one) => one !== 'live')).toEqual([]);
    },
  );

  it('shows any forest so, and rings that are cut', () => {
    const forests = fc.array(fc.option(fc.nat(30), { nil: null }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(forests, (parents) => {
        const { scene } = oneLineOf(
          { meters: parents.map((parent, i) => meter(i, parent)), points: [] },
          null,
        );
        expect(new Set(metersOf(scene)).size).toBe(parents.length);
        expect(metersOf(scene)).toHaveLength(parents.length);
        expect(crossings(scene)).toEqual([]);
        expect(overlaps(scene)).toEqual([]);
        expect([...fedOf(netOf(scene), new Map()).values()].every((one) => one === 'live')).toBe(true);
      }),
      { numRuns: 100 },
    );
  });

  it('draws a chain as long as the archive may have it', () => {
    const chain = {
      meters: Array.from({ length: 2400 }, (_, i) => meter(i, i === 0 ? null : i - 1)),
      points: [],
    };
    expect(metersOf(oneLineOf(chain, null).scene)).toHaveLength(2400);
  });

  it('binds the breaker whose position a point tells, and the voltage that the name of the infeed tells', () => {
    const { scene } = oneLineOf(
      {
        meters: [meter(1, null, { name: '110 kV 进线' }), meter(2, 1)],
        points: [{ signalPointId: 9, kind: '1', ammeterId: 2 }],
      },
      null,
    );
    const breaker = scene.elements.find((one) => one.origin === 'meter:2/breaker');
    expect(breaker?.bindings?.[0]?.source).toEqual({ kind: 'signal', signalPointId: 9 });
    expect(scene.elements.find((one) => one.origin === 'meter:1/supply')).toMatchObject({ kv: 110 });
  });

  it('drawn again keeps what was moved, bound and drawn by hand, takes new meters in and lets gone ones go', () => {
    const first = oneLineOf(grown(20), null).scene;
    const moved = move(first, new Set(['m5.breaker']), 40, 10);
    const place = moved.elements.find(({ id }) => id === 'm5.breaker');
    const own: Scene = {
      ...moved,
      elements: [
        ...moved.elements.map((one) =>
          one.id === 'm6.breaker'
            ? {
                ...one,
                bindings: [
                  {
                    source: { kind: 'signal' as const, signalPointId: 77 },
                    map: { kind: 'visible' as const, from: 1, to: null },
                  },
                ],
              }
            : one,
        ),
        { id: 'e1', type: 'text', layer: 'note', x: 5, y: 5, text: 'By hand' },
        { id: 'm21', type: 'text', layer: 'note', x: 5, y: 25, text: 'Its name is taken' },
      ],
    };
    const more = {
      ...grown(21),
      meters: [...grown(20).meters.filter((one) => one.ammeterId !== 20), meter(21, 1)],
    };
    const again = oneLineOf(more, own);
    expect(again).toMatchObject({ kept: 1 });
    expect(again.gone).toBeGreaterThan(0);
    expect(again.scene.elements.find(({ id }) => id === 'm5.breaker')).toEqual(place);
    expect(again.scene.elements.find(({ id }) => id === 'm6.breaker')?.bindings?.[0]?.source).toMatchObject({
      signalPointId: 77,
    });
    expect(again.scene.elements.find(({ id }) => id === 'e1')).toMatchObject({ text: 'By hand' });
    expect(metersOf(again.scene)).toContain('meter:21');
    expect(metersOf(again.scene)).not.toContain('meter:20');
    expect(checkScene(again.scene)).toEqual({ scene: again.scene });
    // Drawn once more nothing changes.
    expect(oneLineOf(more, again.scene).scene).toEqual(again.scene);
  });

  it('drawn again keeps what people set of it, also what they took away, and follows the archive in the rest', () => {
    const meters = [meter(1, null), meter(7, 1, { transformer: true }), meter(2, 7), meter(3, 1)];
    const drawn = (list: LineMeter[], before: Scene | null = null) =>
      oneLineOf({ meters: list, points: [] }, before);
    const by = (scene: Scene, id: string) => scene.elements.find((one) => one.id === id);
    const change = (scene: Scene, id: string, values: object) => set(scene, new Set([id]), { ...values });
    let scene = change(drawn(meters).scene, 'm1.bus', { kv: 0.4 });
    scene = change(scene, 'm7.transformer', { kva: 1000 });
    scene = change(move(scene, new Set(['m1.supply']), 40, 0), 'm1.supply', { label: 'Grid', kv: 10 });
    scene = change(scene, 'm2.load', { labelSide: 'right', bindings: undefined });
    scene = change(scene, 'm3.load', { label: undefined });
    scene = bindMeter(scene, 'm3.breaker', { ammeterId: 3, name: 'QF3', ratedPower: null });
    const more = [...meters.map((one) => ({ ...one, capacity: 1250 })), meter(4, 1)];
    const again = drawn(more, scene);
    expect(again).toMatchObject({ kept: 6, gone: 0, meters: 5, leftOut: 0 });
    expect(by(again.scene, 'm1.bus')).toMatchObject({ kv: 0.4 });
    expect(by(again.scene, 'm7.transformer')).toMatchObject({ kva: 1000 });
    expect(by(again.scene, 'm1.supply')).toMatchObject({
      label: 'Grid',
      kv: 10,
      x: (by(scene, 'm1.supply') as { x: number }).x,
    });
    expect(by(again.scene, 'm2.load')).toMatchObject({ labelSide: 'right', label: '{name} / {code}' });
    expect(by(again.scene, 'm2.load')).not.toHaveProperty('bindings');
    expect(by(again.scene, 'm3.load')).not.toHaveProperty('label');
    expect(by(again.scene, 'm3.load')?.bindings).toEqual(by(scene, 'm3.load')?.bindings);
    expect(by(again.scene, 'm3.breaker')).toMatchObject({ label: 'QF3' });
    expect(checkScene(JSON.parse(JSON.stringify(again.scene)))).toEqual({ scene: again.scene });
    expect(drawn(more, again.scene).scene).toEqual(again.scene);
    // Given back to the archive it is drawn as the archive says.
    const free = change(again.scene, 'm7.transformer', { moved: undefined, edited: undefined });
    expect(by(drawn(more, free).scene, 'm7.transformer')).toMatchObject({ kva: 1250 });
  });

  it('drawn again follows the archive in bindings that nobody set, and keeps those that somebody did', () => {
    const meters = [meter(1, null, { ratedPower: null }), meter(2, 1, { ratedPower: null }), meter(3, 1)];
    const drawn = (list: LineMeter[], point: number | null, before: Scene | null = null) => {
      const points = point === null ? [] : [{ signalPointId: point, kind: '1', ammeterId: 2 }];
      return oneLineOf(
        { meters: list, points: [...points, { signalPointId: 50, kind: '1', ammeterId: null }] },
        before,
      );
    };
    const sources = (scene: Scene, id: string): string[] =>
      (scene.elements.find((one) => one.id === id)?.bindings ?? []).map(({ source }) => sourceKey(source));
    const first = drawn(meters, 9).scene;
    expect(sources(first, 'm2.breaker')).toEqual(['signal:9']);
    const rated = meters.map((one) => ({ ...one, ratedPower: 100 }));
    const after = drawn(rated, 10, first).scene;
    expect(sources(after, 'm2.breaker')).toEqual(['signal:10']);
    expect(sources(after, 'm2.load')).toContain('figure:2:loadShare');
    expect(sources(drawn(meters, null, first).scene, 'm2.breaker')).toEqual([]);
    // Set by hand, with a mark or as it was before there were any.
    const replaced = replaceBindings(
      first,
      (source) => 'ammeterId' in source && source.ammeterId === 2,
      toMeter(3),
    );
    expect(replaced.elements.find(({ id }) => id === 'm2.load')).toMatchObject({ edited: ['bindings'] });
    expect(sources(drawn(rated, 10, replaced).scene, 'm2.load')).toEqual(sources(replaced, 'm2.load'));
    const own = (source: Source, id: string): Scene => ({
      ...first,
      elements: first.elements.map((one) => (one.id === id ? { ...one, bindings: (one.bindings ?? []).map((each) => ({ ...each, source })) } : one)),
    }); // prettier-ignore
    const voltage = own({ kind: 'item', ammeterId: 2, dataCode: 'UA' }, 'm2.load');
    expect(sources(drawn(rated, 10, voltage).scene, 'm2.load')).toEqual(sources(voltage, 'm2.load'));
    const pointed = own({ kind: 'signal', signalPointId: 50 }, 'm2.breaker');
    expect(sources(drawn(meters, null, pointed).scene, 'm2.breaker')).toEqual(['signal:50']);
  });

  it('a wire of people to a bay that goes stays with a free end, and is counted', () => {
    const meters = [meter(1, null), meter(2, 1), meter(3, 1)];
    const first = oneLineOf({ meters, points: [] }, null).scene;
    const wire = { id: 'by-hand', type: 'wire', layer: 'wire', from: { element: 'm1', port: 'a' }, to: { element: 'm2', port: 'a' } } as SceneElement; // prettier-ignore
    const own = { ...first, elements: [...first.elements, wire] };
    const before = wirePoints(wire as never, elementsOf(own));
    const without = oneLineOf({ meters: meters.slice(0, 1).concat(meters.slice(2)), points: [] }, own);
    const bare = oneLineOf({ meters: meters.slice(0, 1).concat(meters.slice(2)), points: [] }, first);
    expect(without.gone).toBe(bare.gone + 1);
    const found = without.scene.elements.find(({ id }) => id === 'by-hand');
    expect(found).toMatchObject({ from: wire.type === 'wire' ? wire.from : null, to: before?.at(-1) });
    expect(checkScene(without.scene)).toEqual({ scene: without.scene });
    expect(oneLineOf({ meters, points: [], leftOut: 7 }, null).leftOut).toBe(7);
  });

  it('of an archive without a hierarchy all meters fit, on one supply, and what has no room is told', () => {
    const flat = (n: number): LineNetwork => ({
      meters: Array.from({ length: n }, (_, i) => meter(i + 1, null)),
      points: [],
    });
    const { scene, ...rest } = oneLineOf(flat(2000), null);
    expect(rest).toMatchObject({ meters: 2000, leftOut: 0 });
    expect(new Set(metersOf(scene)).size).toBe(2000);
    expect(checkScene(JSON.parse(JSON.stringify(scene)))).toEqual({ scene });
    expect(crossings(scene)).toEqual([]);
    expect(overlaps(scene)).toEqual([]);
    expect([...fedOf(netOf(scene), new Map()).values()].every((one) => one === 'live')).toBe(true);
    const most = oneLineOf(flat(3000), null);
    expect(most).toMatchObject({ meters: 2450, leftOut: 550 });
    expect(checkScene(JSON.parse(JSON.stringify(most.scene)))).toEqual({ scene: most.scene });
  });

  it('what was removed by hand comes back when it is drawn again', () => {
    const first = oneLineOf(grown(5), null).scene;
    const again = oneLineOf(grown(5), remove(first, new Set(['m3'])));
    expect(metersOf(again.scene)).toHaveLength(5);
    expect(checkScene(again.scene)).toEqual({ scene: again.scene });
  });
});
