import { describe, expect, it } from 'vitest';
import { type ElementOf, emptyScene, MOST_BENDS, type Scene } from '#contract/scene/scene.ts';
import { checkScene } from '../check.ts';
import { elementsOf, wirePoints } from '../geometry.ts';
import { bendIndex, dropBend, insertBend, middlesOf, moveBend } from './bends.ts';
import { movedLayer } from './layerOrder.ts';

const layer = 'l';
const scene: Scene = {
  ...emptyScene([{ id: layer, name: 'L' }]),
  elements: [
    { id: 'w', type: 'wire', layer, from: { x: 0, y: 0 }, to: { x: 100, y: 200 }, origin: 'wire:1' },
  ],
};
const wireOf = (of: Scene): ElementOf<'wire'> => {
  const [one] = of.elements;
  if (one?.type !== 'wire') throw new Error('no wire');
  return one;
};

describe('corners of a wire', () => {
  it('are put where the wire becomes longer the least, moved and taken out', () => {
    const one = insertBend(scene, 'w', 0, { x: 50, y: 100 });
    expect(bendIndex(one, wireOf(one), { x: 20, y: 20 })).toBe(0);
    expect(bendIndex(one, wireOf(one), { x: 90, y: 180 })).toBe(1);
    const two = insertBend(one, 'w', 1, { x: 90, y: 180 });
    expect(checkScene(two)).toEqual({ scene: two });
    // Drawing again leaves what a person set.
    expect(wireOf(two)).toMatchObject({ moved: true, bends: [{ x: 50, y: 100 }, { x: 90, y: 180 }] }); // prettier-ignore
    const moved = moveBend(two, 'w', 0, { x: 10, y: 150 });
    const way = wirePoints(wireOf(moved), elementsOf(moved));
    expect(way).toContainEqual({ x: 10, y: 150 });
    const none = dropBend(dropBend(moved, 'w', 1), 'w', 0);
    expect(wireOf(none)).not.toHaveProperty('bends');
  });

  it('are no more than a scene takes', () => {
    let full = scene;
    for (let i = 0; i <= MOST_BENDS; i++) full = insertBend(full, 'w', i, { x: i, y: 2 * i });
    expect(wireOf(full).bends).toHaveLength(MOST_BENDS);
    expect(checkScene(full)).toEqual({ scene: full });
  });

  it('are taken hold of in the middles of its straight parts', () => {
    const points = wirePoints(wireOf(scene), elementsOf(scene)) ?? [];
    const middles = middlesOf(scene, wireOf(scene));
    expect(middles).toHaveLength(points.length - 1);
    const [x, y] = [middles[0]?.x ?? NaN, middles[0]?.y ?? NaN];
    expect(points.some((a, i) => (points[i - 1]?.x === a.x && a.x === x) || (points[i - 1]?.y === a.y && a.y === y))).toBe(true); // prettier-ignore
  });
});

it('a layer moves by one and stays at the ends', () => {
  const layers = ['a', 'b', 'c'].map((id) => ({ id, name: id }));
  const orderOf = (id: string, by: 1 | -1): string => movedLayer(layers, id, by).map((one) => one.id).join(''); // prettier-ignore
  expect([orderOf('a', 1), orderOf('c', -1), orderOf('c', 1), orderOf('a', -1), orderOf('x', 1)]).toEqual([
    'bac',
    'acb',
    'abc',
    'abc',
    'abc',
  ]);
});
