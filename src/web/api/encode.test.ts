import { expect, test } from 'vitest';
import { encodeForm, encodeQuery } from './encode.ts';

test('a query drops empty and null values', () => {
  expect(encodeQuery({ a: 1, b: null, c: '', d: undefined, e: 0, f: false, g: [] }).toString()).toBe(
    'a=1&e=0&f=false',
  );
});

test('a form flattens objects and joins lists', () => {
  const form = encodeForm({ id: 7, org: { id: 3, name: '钢' }, ids: [1, 2, 3], remark: null });
  expect([...form]).toEqual([
    ['id', '7'],
    ['org.id', '3'],
    ['org.name', '钢'],
    ['ids', '1,2,3'],
    ['remark', ''],
  ]);
});
