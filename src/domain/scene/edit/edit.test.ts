import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyScene, type Scene } from '#contract/scene/scene.ts';
import { checkScene } from '../check.ts';
import { boundsOf, elementsOf, wirePoints } from '../geometry.ts';
import { LAYERS, oneLineOf } from '../oneLine.ts';
import { fedOf, netOf } from '../supply.ts';
import {
  add,
  align,
  distribute,
  group,
  mirror,
  move,
  order,
  remove,
  resize,
  set,
  turn,
  ungroup,
  withGroups,
} from './act.ts';
import {
  bindMeter,
  bindingsFound,
  boundMeters,
  connect,
  nearestEnd,
  replaceBindings,
  toMeter,
} from './bind.ts';
import { historyOf, MOST_STEPS, redone, stepped, undone } from './change.ts';
import { copyOf, nextId, paste } from './copy.ts';
import { insertAfter, insertAt, insertPlain, takeHold } from './insert.ts'; // prettier-ignore

const meters = Array.from({ length: 12 }, (_, i) => ({
  ammeterId: i + 1, code: `E-${i + 1}`, name: `Pump ${i + 1}`, parentId: i === 0 ? null : Math.ceil(i / 3), ratedPower: 10, transformer: false, capacity: null,
})); // prettier-ignore
const first = oneLineOf({ meters, points: [{ signalPointId: 5, kind: '1', ammeterId: 2 }] }, null).scene;
const TITLE = { zh: '编辑', en: 'Edit' };

/** Any edit, by numbers. */
const edits: readonly ((scene: Scene, ids: Set<string>, n: number) => Scene)[] = [
  (scene, ids, n) => move(scene, withGroups(scene, ids), (n % 7) * 10 - 30, (n % 5) * 10 - 20),
  (scene, ids) => remove(scene, ids),
  (scene, ids) => turn(scene, ids),
  (scene, ids) => mirror(scene, ids),
  (scene, ids, n) => align(scene, ids, (['left', 'centre', 'right', 'top', 'middle', 'bottom'] as const)[n % 6] ?? 'left'),
  (scene, ids, n) => distribute(scene, ids, n % 2 === 0 ? 'x' : 'y'),
  (scene, ids) => group(scene, ids),
  (scene, ids) => ungroup(scene, ids),
  (scene, ids, n) => order(scene, ids, n % 2 === 0 ? 'front' : 'back'),
  (scene, ids, n) => paste(scene, copyOf(scene, ids), n % 40, 20).scene,
  (scene, ids, n) => set(scene, ids, n % 3 === 0 ? { group: undefined } : { layer: 'note' }),
  (scene, _ids, n) => add(scene, [{ id: nextId(new Set(scene.elements.map(({ id }) => id))), type: 'symbol', layer: 'device', symbol: 'motor', x: n, y: 2 * n }]),
  (scene, ids) => { const [a, b] = [...ids]; return a && b ? (connect(scene, a, b, 'wire')?.scene ?? scene) : scene; },
  (scene, ids, n) => { const [id] = ids; return id ? resize(scene, id, { x: n, y: n, w: 20 + n, h: 30 + n }) : scene; },
  (scene, _ids, n) => replaceBindings(scene, (source) => 'ammeterId' in source && source.ammeterId === (n % 12) + 1, toMeter((n % 5) + 1)),
  (scene, ids, n) => { const [id] = ids; return id ? bindMeter(scene, id, meters[n % 12] as never) : scene; },
  (scene, _ids, n) => ({ ...scene, layers: n % 2 === 0 ? [...scene.layers].reverse() : scene.layers.map((one, i) => (i === n % 3 ? { ...one, name: `L${n}` } : one)) }),
]; // prettier-ignore

describe('editing', () => {
  it('a hundred edits and a hundred undos give the same JSON, redone the same again, and every scene may be saved', () => {
    const steps = fc.array(
      fc.tuple(fc.nat(edits.length - 1), fc.nat(1000), fc.array(fc.nat(400), { maxLength: 4 })),
      { minLength: 100, maxLength: 100 },
    );
    fc.assert(
      fc.property(steps, (list) => {
        let history = historyOf(first);
        for (const [which, n, chosen] of list) {
          const { scene } = history;
          const ids = new Set(
            chosen.flatMap((i) => scene.elements[i % Math.max(1, scene.elements.length)]?.id ?? []),
          );
          history = stepped(history, edits[which]?.(scene, ids, n) ?? scene, TITLE);
        }
        const after = JSON.stringify(history.scene);
        expect(checkScene(JSON.parse(after)), after.slice(0, 200)).toHaveProperty('scene');
        const made = history.past.length;
        for (let i = 0; i < made; i++) history = undone(history);
        expect(JSON.stringify(history.scene)).toBe(JSON.stringify(first));
        for (let i = 0; i < made; i++) history = redone(history);
        expect(JSON.stringify(history.scene)).toBe(after);
      }),
      { numRuns: 12 },
    );
  });

  it('as many steps are taken back as are kept, 200 at least, and no more', () => {
    expect(MOST_STEPS).toBeGreaterThanOrEqual(200);
    const ids = new Set(['m2.breaker']);
    let history = historyOf(first);
    let kept = '';
    for (let i = 0; i < MOST_STEPS + 20; i++) {
      history = stepped(history, move(history.scene, ids, 10, 0), TITLE);
      if (i === 19) kept = JSON.stringify(history.scene);
    }
    for (let i = 0; i < MOST_STEPS + 20; i++) history = undone(history);
    expect(JSON.stringify(history.scene)).toBe(kept);
    expect(history.future).toHaveLength(MOST_STEPS);
  });

  it('wires stay fastened and upright or level while what they join is moved', () => {
    const moved = move(first, new Set(['m2.breaker']), 33, 17);
    const elements = elementsOf(moved);
    for (const one of moved.elements) {
      if (one.type !== 'wire') continue;
      const points = wirePoints(one, elements) ?? [];
      for (const [i, point] of points.slice(1).entries())
        expect(point.x === points[i]?.x || point.y === points[i]?.y).toBe(true);
    }
    expect(moved.elements.filter((one, i) => one !== first.elements[i]).map(({ id }) => id)).toEqual([
      'm2.breaker',
    ]);
  });

  it('aligns edges and makes equal room', () => {
    const ids = new Set(['m5.load', 'm6.load', 'm7.load']);
    const at = (scene: Scene) =>
      [...ids].map((id) => boundsOf(elementsOf(scene).get(id) as never, new Map()));
    const tilted = move(move(first, new Set(['m6.load']), 13, 40), new Set(['m7.load']), 40, 5);
    expect(new Set(at(align(tilted, ids, 'top')).map(({ y }) => y)).size).toBe(1);
    const spread = at(distribute(tilted, ids, 'x')).toSorted((a, b) => a.x - b.x);
    const [a, b, c] = spread;
    expect((b?.x ?? 0) - ((a?.x ?? 0) + (a?.w ?? 0))).toBeCloseTo((c?.x ?? 0) - ((b?.x ?? 0) + (b?.w ?? 0)));
  });

  it('what is removed takes its wires along', () => {
    const after = remove(first, new Set(['m2.breaker']));
    expect(checkScene(after)).toEqual({ scene: after });
    expect(after.elements.some(({ id }) => id === 'm2.w1')).toBe(false);
  });

  it('a copy has names, groups and wires of its own, and does not claim to come from the archive', () => {
    const grouped = group(first, new Set(['m5.breaker', 'm5', 'm5.load']));
    const clip = copyOf(grouped, withGroups(grouped, new Set(['m5.load'])));
    expect(clip.elements.filter(({ type }) => type === 'wire')).toHaveLength(2);
    const { scene, ids } = paste(first, clip, 500, 0);
    const fresh = scene.elements.filter(({ id }) => ids.has(id));
    expect(fresh.every(({ origin }) => origin === undefined)).toBe(true);
    expect(new Set(fresh.flatMap((one) => one.group ?? [])).size).toBe(1);
    expect(checkScene(scene)).toEqual({ scene });
  });

  it('finds bindings and puts others in their place, and tells which meters are bound', () => {
    const found = (id: number) =>
      bindingsFound(first, (source) => 'ammeterId' in source && source.ammeterId === id);
    expect(found(5)).toBe(4);
    const after = replaceBindings(
      first,
      (source) => 'ammeterId' in source && source.ammeterId === 5,
      toMeter(99),
    );
    expect(boundMeters(after).has(5)).toBe(false);
    expect(boundMeters(after).has(99)).toBe(true);
  });

  it('joins the ports that lie nearest, and fastens to what is near', () => {
    const two = add(first, [
      { id: 'q', type: 'symbol', layer: 'device', symbol: 'breaker', x: 5000, y: 100 },
      { id: 'l', type: 'symbol', layer: 'device', symbol: 'motor', x: 5000, y: 200 },
    ]);
    const joined = connect(two, 'q', 'l', 'wire');
    expect(joined?.scene.elements.at(-1)).toMatchObject({ from: { element: 'q', port: 'b' }, to: { element: 'l', port: 'a' } }); // prettier-ignore
    expect(nearestEnd(two, { x: 5003, y: 78 }, 8)).toEqual({ element: 'q', port: 'a' });
    expect(nearestEnd(two, { x: 5030, y: 78 }, 8)).toBeNull();
    expect(connect(two, 'q', 'q', 'wire')).toBeNull();
  });

  it('a feeder grows from a bus: each symbol joins the one before, the bus becomes as long as it must', () => {
    const layers = { symbol: 'device', wire: 'wire' };
    let { scene, id: bus } = insertPlain(emptyScene(LAYERS), 'bus', { x: 104, y: 97 }, 'device', '');
    for (let feeder = 0; feeder < 8; feeder++) {
      let last = bus;
      for (const symbol of ['breaker', 'meter', 'motor']) {
        const next = insertAfter(scene, symbol, last, layers);
        expect(next).not.toBeNull();
        ({ scene, id: last } = next ?? { scene, id: last });
      }
      expect(insertAfter(scene, 'breaker', last, layers)).toBeNull();
    }
    const supply = insertAt(scene, 'supply', { x: 120, y: 40 }, 'device');
    scene = connect(supply.scene, supply.id, bus, 'wire')?.scene ?? scene;
    expect(checkScene(scene)).toEqual({ scene });
    expect([...fedOf(netOf(scene), new Map()).values()].every((one) => one === 'live')).toBe(true);
    expect(
      scene.elements
        .filter((one) => one.type === 'symbol' && one.symbol === 'motor')
        .map((one) => 'x' in one && one.x),
    ).toEqual([140, 200, 260, 320, 380, 440, 500, 560]);
  });

  it('a symbol that is brought near takes hold, once', () => {
    const two = add(first, [
      { id: 'q', type: 'symbol', layer: 'device', symbol: 'breaker', x: 5000, y: 100 },
      { id: 'l', type: 'symbol', layer: 'device', symbol: 'motor', x: 5004, y: 147 },
    ]);
    const held = takeHold(two, 'l', 'wire');
    expect(elementsOf(held).get('l')).toMatchObject({ x: 5000, y: 140 });
    expect(held.elements.at(-1)).toMatchObject({
      from: { element: 'q', port: 'b' },
      to: { element: 'l', port: 'a' },
    });
    expect(takeHold(held, 'l', 'wire')).toBe(held);
  });
});
