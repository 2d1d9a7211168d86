import { expect, test } from 'vitest';
import { parentsOf, treeRows } from './tree.ts';

const rows = [
  { id: 1, parentId: null, name: 'plant' },
  { id: 2, parentId: 1, name: 'furnace', ix: 2 },
  { id: 3, parentId: 1, name: 'mill', ix: 1 },
  { id: 4, parentId: 2, name: 'pump' },
  { id: 5, parentId: 99, name: 'stray' },
];

const seen = (visible: ReturnType<typeof treeRows>) =>
  visible.map(
    ({ row, depth, open }) => `${'-'.repeat(depth)}${row.id}${open === undefined ? '' : open ? 'v' : '>'}`,
  );

test('only what is open is seen; a row without its parent is a root', () => {
  expect(seen(treeRows(rows, 'parentId', new Set()))).toEqual(['1>', '5']);
  expect(seen(treeRows(rows, 'parentId', new Set([1])))).toEqual(['1v', '-3', '-2>', '5']);
  expect(seen(treeRows(rows, 'parentId', parentsOf(rows, 'parentId')))).toEqual([
    '1v',
    '-3',
    '-2v',
    '--4',
    '5',
  ]);
});

test('a search shows what fits with what stands above it', () => {
  const all = parentsOf(rows, 'parentId');
  const found = treeRows(rows, 'parentId', all, (row) => row['name'] === 'pump');
  expect(seen(found)).toEqual(['1v', '-2v', '--4']);
});

test('rows that point at each other are left out, not looped over', () => {
  const loop = [
    { id: 1, parentId: 2 },
    { id: 2, parentId: 1 },
  ];
  expect(treeRows(loop, 'parentId', new Set([1, 2]))).toEqual([]);
  expect(treeRows(loop, 'parentId', new Set(), () => true)).toEqual([]);
});
