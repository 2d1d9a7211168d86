import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { childrenOf, degrade, misplaced, place, upgrade } from './tree.ts';
import type { Move, TreeObject } from './tree.ts';

const after = (objects: readonly TreeObject[], move: Move): readonly TreeObject[] =>
  'refused' in move
    ? objects
    : objects.map((one) => ({ ...one, ...move.placings.find((placing) => placing.id === one.id) }));

const ids = (objects: readonly TreeObject[], parentId: number | null) =>
  childrenOf(objects, parentId).map((one) => one.id);

/** Locations at any depth below one station. */
const forest = fc.array(fc.nat({ max: 30 }), { minLength: 1, maxLength: 20 }).map((picks) => {
  const objects: TreeObject[] = [{ id: 1, parentId: null, ix: 0, category: '0' }];
  for (const [i, pick] of picks.entries())
    objects.push({ id: i + 2, parentId: (pick % (i + 1)) + 1, ix: pick % 3, category: '1' });
  return objects;
});

describe('the tree of objects', () => {
  const station = { id: 1, parentId: null, ix: 0, category: '0' } as const;
  const room = { id: 2, parentId: 1, ix: 0, category: '1' } as const;
  const cabinet = { id: 3, parentId: 1, ix: 1, category: '2' } as const;
  const group = { id: 4, parentId: 3, ix: 0, category: '3' } as const;
  const tree = [station, room, cabinet, group];

  it('moves down below the sibling before, and up behind its parent', () => {
    const down = after(tree, degrade(tree, 3));
    expect(ids(down, 2)).toEqual([3]);
    const up = after(down, upgrade(down, 3));
    expect(ids(up, 1)).toEqual([2, 3]);
  });

  it('says why a move cannot be', () => {
    expect(upgrade(tree, 2)).toMatchObject({ refused: { en: expect.stringContaining('at the top') } });
    expect(degrade(tree, 2)).toMatchObject({ refused: { en: expect.stringContaining('before it') } });
    expect(place(tree, 3, 4)).toMatchObject({ refused: { en: expect.stringContaining('below itself') } });
    expect(place(tree, 2, 3)).toMatchObject({ refused: { en: 'Location cannot stand below equipment' } });
    expect(place(tree, 9, 1)).toMatchObject({ refused: { en: 'There is no such object' } });
    expect(misplaced('0', null)).toBeUndefined();
  });

  it('keeps every object once, in a tree, wherever anything is put', () => {
    fc.assert(
      fc.property(forest, fc.nat(), fc.nat(), fc.nat({ max: 8 }), (objects, who, where, at) => {
        const id = (who % objects.length) + 1;
        const parentId = (where % objects.length) + 1;
        const move = place(objects, id, parentId, at);
        const moved = after(objects, move);
        const reached = (from: number | null): number[] =>
          ids(moved, from).flatMap((one) => [one, ...reached(one)]);
        expect(reached(null).toSorted((a, b) => a - b)).toEqual(objects.map((one) => one.id));
        if ('refused' in move) return;
        const siblings = ids(moved, parentId);
        expect(siblings.indexOf(id)).toBe(Math.min(at, siblings.length - 1));
        expect(childrenOf(moved, parentId).map((one) => one.ix)).toEqual(siblings.map((_, i) => i));
      }),
    );
  });

  it('comes back: up undoes down', () => {
    fc.assert(
      fc.property(forest, fc.nat(), (objects, who) => {
        const id = (who % objects.length) + 1;
        const move = degrade(objects, id);
        if ('refused' in move) return;
        const down = after(objects, move);
        const up = after(down, upgrade(down, id));
        const parentId = objects.find((one) => one.id === id)?.parentId ?? null;
        expect(ids(up, parentId)).toEqual(ids(objects, parentId));
      }),
    );
  });
});
