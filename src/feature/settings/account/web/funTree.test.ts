import { describe, expect, it } from 'vitest';
import { landing, placeOf, type FunNode } from './funTree.ts';

const node = (funId: number, funType: string, children: FunNode[] = []): FunNode => ({
  funId,
  funType,
  children,
  funCode: `f${funId}`,
  funName: `F${funId}`,
  url: null,
  className: null,
  iconName: null,
});
const tree = [
  node(1, 'group', [
    node(2, 'group', [node(3, 'screen', [node(4, 'button')]), node(5, 'screen')]),
    node(6, 'group'),
  ]),
];

describe('the order of the menu', () => {
  it('finds a node with its parent and place', () => {
    expect(placeOf(tree, 5)).toMatchObject({ parent: { funId: 2 }, ix: 1 });
    expect(placeOf(tree, 9)).toBeUndefined();
  });

  it('moves before, after and into', () => {
    expect(landing(tree, 5, { target: 3, where: 'before' })).toEqual({ parentId: 2, ix: 0 });
    expect(landing(tree, 3, { target: 5, where: 'after' })).toEqual({ parentId: 2, ix: 1 });
    expect(landing(tree, 3, { target: 6, where: 'into' })).toEqual({ parentId: 6, ix: 0 });
  });

  it('refuses what makes no sense: below itself, beside the root, a screen below a screen', () => {
    expect(landing(tree, 2, { target: 3, where: 'into' })).toBeNull();
    expect(landing(tree, 2, { target: 1, where: 'before' })).toBeNull();
    expect(landing(tree, 5, { target: 3, where: 'into' })).toBeNull();
    expect(landing(tree, 4, { target: 5, where: 'into' })).toEqual({ parentId: 5, ix: 0 });
  });
});
