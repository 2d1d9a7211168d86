import { expect, test } from 'vitest';
import { encodeFilters, encodeSorter, nextSorter, readTableAddress } from './address.ts';

const NOTHING = {
  page: 1,
  size: undefined,
  sort: null,
  q: '',
  f: [],
  view: undefined,
  row: null,
};

test('an address of any origin is read', () => {
  expect(readTableAddress({})).toEqual(NOTHING);
  expect(readTableAddress({ page: -2, size: 7, sort: 3, f: 'x', view: 'grid', row: 'a' })).toEqual(NOTHING);
  expect(readTableAddress({ f: [['a', 'drop table', 1]] })).toEqual(NOTHING);
  expect(readTableAddress({ page: '3', size: 25, q: 123, row: 9, view: 'tree' })).toEqual({
    ...NOTHING,
    page: 3,
    size: 25,
    q: '123',
    row: 9,
    view: 'tree',
  });
});

test('filters and order survive the address', () => {
  const f = [
    { field: 'a', op: 'in' as const, value: [1, 2] },
    { field: 'b', op: 'empty' as const },
  ];
  const sort = { field: 'c', order: 'descend' as const };
  expect(readTableAddress({ f: encodeFilters(f), sort: encodeSorter(sort) })).toEqual({
    ...NOTHING,
    f,
    sort,
  });
  expect(encodeFilters([])).toBeUndefined();
});

test('a head sorts up, down, not', () => {
  const up = nextSorter(null, 'a');
  expect(up).toEqual({ field: 'a', order: 'ascend' });
  const down = nextSorter(up, 'a');
  expect(down).toEqual({ field: 'a', order: 'descend' });
  expect(nextSorter(down, 'a')).toBeNull();
  expect(nextSorter(down, 'b')).toEqual({ field: 'b', order: 'ascend' });
});
