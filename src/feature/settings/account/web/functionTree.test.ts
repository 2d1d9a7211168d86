import { describe, expect, it } from 'vitest';
import type { ResourceRow } from '#web/resource/kindWeb.ts';
import {
  type FunctionNode,
  functionTree,
  idsAbove,
  idsBelow,
  idsOnTheWay,
  matching,
} from './functionTree.ts';

const row = (id: number, parentId: number | null, funName: string, funNameEn: string): ResourceRow => ({
  id,
  parentId,
  funName,
  funNameEn,
  ix: id,
});

const rows = [
  row(1, null, '平台', 'Platform'),
  row(2, 1, '电费', 'Money'),
  row(3, 2, '电价', 'Prices'),
  row(4, 3, '电价方案', 'Price schemes'),
  row(5, 4, '新建', 'Add'),
  row(6, 1, '设置', 'Settings'),
  row(7, 6, '账号', 'Accounts'),
  row(8, 7, '新建', 'Add'),
];
const tree = functionTree(rows, 'funNameEn');
const names = (nodes: readonly FunctionNode[]): unknown[] =>
  nodes.map(({ name, children }) => (children.length > 0 ? [name, names(children)] : name));

describe('the tree of functions', () => {
  it('stands by wings: the root above them is left out', () => {
    expect(names(tree)).toEqual([
      ['Money', [['Prices', [['Price schemes', ['Add']]]]]],
      ['Settings', [['Accounts', ['Add']]]],
    ]);
  });

  it('is found by names in both languages, with what stands above and below', () => {
    expect(names(matching(tree, 'SCHEME'))).toEqual([['Money', [['Prices', [['Price schemes', ['Add']]]]]]]);
    expect(names(matching(tree, '账号'))).toEqual([['Settings', [['Accounts', ['Add']]]]]);
    expect(names(matching(tree, 'price schemes'))).toHaveLength(1);
    expect(matching(tree, 'nothing of the kind')).toEqual([]);
    expect(matching(tree, ' ')).toBe(tree);
  });

  it('is open down to what was found, and not below it', () => {
    expect(idsOnTheWay(matching(tree, 'schemes'), 'schemes')).toEqual([2, 3]);
  });

  it('chooses what is in sight, and the groups above it', () => {
    // Of two groups with the same button the one that is found.
    const found = matching(tree, 'accounts');
    expect(idsBelow(found)).toEqual([6, 7, 8]);
    expect(idsAbove(rows, 5)).toEqual([1, 2, 3, 4]);
  });
});
