import { expect, test } from 'vitest';
import { topMeters } from './topMeters.ts';

const node = (value: string, ...children: object[]) => ({ value, children: children as never[] });

test('the meter nearest to the top comes first, then those right below it, no more than asked for', () => {
  const incomer = node('m7', node('m3', node('m4')), node('o9'), node('m5'));
  const tree = [node('o1', node('o2', node('m1')), incomer, node('m8'))];
  expect(topMeters(tree, 9)).toEqual([7, 3, 5]);
  expect(topMeters(tree, 2)).toEqual([7, 3]);
  expect(topMeters([node('o1')], 3)).toEqual([]);
  expect(topMeters([], 3)).toEqual([]);
});
