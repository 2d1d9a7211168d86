// @vitest-environment jsdom
import { expect, test } from 'vitest';
import {
  MOST_RECENT,
  MOST_STARRED,
  recentStore,
  starredStore,
  toggled,
  visited,
  type Place,
} from './places.ts';

const place = (n: number, search = ''): Place => ({ address: `/Page${n}${search}`, title: `Page ${n}` });
const many = (n: number): Place[] => Array.from({ length: n }, (_, i) => place(i));

test('a star is given and taken; one too many is not given', () => {
  const one = toggled([], place(1));
  expect(one).toEqual([place(1)]);
  expect(toggled(one, place(1))).toEqual([]);
  // The same page with another search is another place.
  expect(toggled(one, place(1, '?meter=2'))).toHaveLength(2);
  expect(toggled(many(MOST_STARRED), place(99))).toEqual(many(MOST_STARRED));
  expect(toggled(many(MOST_STARRED), place(3))).toHaveLength(MOST_STARRED - 1);
});

test('the page that was left last stands first, each page once, the oldest goes', () => {
  const full = many(MOST_RECENT);
  expect(visited(full, place(9)).map((one) => one.title)).toEqual([9, 0, 1, 2, 3].map((n) => `Page ${n}`));
  expect(visited(full, place(2, '?date=2026-11-01')).map((one) => one.address)).toEqual([
    '/Page2?date=2026-11-01',
    '/Page0',
    '/Page1',
    '/Page3',
    '/Page4',
  ]);
});

test('what is kept of any age or by anybody leads nowhere but into the product', () => {
  const sent = [
    place(1),
    { address: '//elsewhere.example/a', title: 'Elsewhere' },
    { address: 'javascript:alert(1)', title: 'Script' },
    { address: '/Page2' },
    null,
    7,
  ];
  starredStore.take(sent);
  expect(starredStore.get()).toEqual([place(1)]);
  recentStore.take({ not: 'a list' });
  expect(recentStore.get()).toEqual([]);
  starredStore.take(many(20));
  expect(starredStore.get()).toHaveLength(MOST_STARRED);
});
