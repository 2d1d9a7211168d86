import { describe, expect, it } from 'vitest';
import { below, found, linesOf, partAt, targetOf } from './arrange.ts';
import type { Arranged } from './arrange.ts';

const node = (id: number, ...children: readonly Arranged[]): Arranged => ({
  id,
  name: `n${id}`,
  code: `c${id}`,
  kind: '',
  children,
});
const tree = [node(1, node(2), node(3, node(4)), node(5))];
const lines = linesOf(tree, new Set());
const line = (id: number) => lines.find((one) => one.node.id === id) ?? expect.fail();

describe('a tree that is arranged', () => {
  it('shows its lines with level and place, without what is closed', () => {
    expect(lines.map((one) => [one.node.id, one.level, one.at])).toEqual([
      [1, 1, 0],
      [2, 2, 0],
      [3, 2, 1],
      [4, 3, 0],
      [5, 2, 2],
    ]);
    expect(linesOf(tree, new Set([3])).map((one) => one.node.id)).toEqual([1, 2, 3, 5]);
    expect(below(tree[0] ?? expect.fail())).toBe(4);
  });

  it('finds by name or code, with what stands above', () => {
    expect(linesOf(found(tree, 'C4'), new Set()).map((one) => one.node.id)).toEqual([1, 3, 4]);
    expect(found(tree, 'nothing')).toEqual([]);
  });

  it('says where something dropped comes to stand', () => {
    expect(targetOf(line(5), line(2), 'before')).toEqual({ parentId: 1, ix: 0 });
    expect(targetOf(line(2), line(5), 'after')).toEqual({ parentId: 1, ix: 2 });
    expect(targetOf(line(2), line(5), 'before')).toEqual({ parentId: 1, ix: 1 });
    expect(targetOf(line(5), line(4), 'after')).toEqual({ parentId: 3, ix: 1 });
    expect(targetOf(line(2), line(3), 'inside')).toEqual({ parentId: 3, ix: 1 });
    expect([0.1, 0.5, 0.9].map(partAt)).toEqual(['before', 'inside', 'after']);
  });
});
