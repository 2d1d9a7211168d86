import { expect, test } from 'vitest';
import { filterText, numberFilters, textFilters } from './filterText.ts';

test.each([
  ['', []],
  ['  钢 ', [{ field: 'a', op: 'contains', value: '钢' }]],
  ['=E-1', [{ field: 'a', op: 'eq', value: 'E-1' }]],
  ['=', []],
  ['--', [{ field: 'a', op: 'empty' }]],
])('text %j', (typed, filters) => {
  expect(textFilters('a', typed)).toEqual(filters);
});

test.each([
  ['10', [{ field: 'a', op: 'eq', value: 10 }]],
  ['> 1,000.5', [{ field: 'a', op: 'gt', value: 1000.5 }]],
  ['≥５', [{ field: 'a', op: 'ge', value: 5 }]],
  ['<=-3', [{ field: 'a', op: 'le', value: -3 }]],
  [
    '10.5..20',
    [
      { field: 'a', op: 'ge', value: 10.5 },
      { field: 'a', op: 'le', value: 20 },
    ],
  ],
  [
    '10～20',
    [
      { field: 'a', op: 'ge', value: 10 },
      { field: 'a', op: 'le', value: 20 },
    ],
  ],
  ['..7', [{ field: 'a', op: 'le', value: 7 }]],
  ['--', [{ field: 'a', op: 'empty' }]],
])('number %j', (typed, filters) => {
  expect(numberFilters('a', typed)).toEqual(filters);
});

test.each(['abc', '1..x', '>', '1e5'])('number %j cannot be read', (typed) => {
  expect(numberFilters('a', typed)).toBeUndefined();
});

test.each(['10', '>10', '>=10', '<10', '<=10', '1..2', '--'])(
  'number %j is written back as typed',
  (typed) => {
    expect(filterText(numberFilters('a', typed) ?? [])).toBe(typed);
  },
);

test.each(['钢', '=钢', '--', ''])('text %j is written back as typed', (typed) => {
  expect(filterText(textFilters('a', typed))).toBe(typed);
});
