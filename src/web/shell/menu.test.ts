// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { entryAt, plainPath, tabsIn, trailTo, visibleMenu, wingsOf, type MenuNode } from './menu.ts';

let id = 0;
const node = (funCode: string, url: string | null, children: MenuNode[] = [], className = ''): MenuNode => ({
  funId: (id += 1),
  funCode,
  funName: funCode,
  url,
  className,
  iconName: null,
  place: null,
  children,
});

const tree = [
  node('hxyweb', null, [
    node('monitoring', null, [
      node('overview', '#/SDNMonitoring/Overview'),
      node('secret', '/SDNMonitoring/Secret', [], 'hide'),
      node('forbidden', '/SDNMonitoring/Forbidden'),
    ]),
    node('empty', null, [node('gone', '/gone', [], 'x hide')]),
  ]),
];
const permitted = new Set(['hxyweb', 'monitoring', 'overview', 'secret', 'empty', 'gone']);

test('the menu shows permitted nodes that are not hidden, and no empty group', () => {
  const menu = visibleMenu(tree, permitted);
  expect(menu.map((group) => group.funCode)).toEqual(['monitoring']);
  expect(menu[0]?.children?.map((page) => page.funCode)).toEqual(['overview']);
});

test('the trail ignores case and spelling of the address', () => {
  const trail = trailTo(visibleMenu(tree, permitted), '/sdnmonitoring/overview/');
  expect(trail.map((one) => one.funCode)).toEqual(['monitoring', 'overview']);
  expect(trailTo(visibleMenu(tree, permitted), '/nowhere')).toEqual([]);
});

test('addresses compare plainly', () => {
  expect(['#/A/B', 'A/B/', '/a/b?x=1', '', null].map(plainPath)).toEqual(['/a/b', '/a/b', '/a/b', '', '']);
});

test('a wing has entries, an entry its screens as tabs; what search alone finds stands in none', () => {
  const menu = [
    node('home', '/home'),
    node('money', null, [
      node('money.demand', null, [
        node('analysis', '/a'),
        node('guard', '/b'),
        { ...node('table', '/c'), place: 'search' },
      ]),
      node('money.tables', null, [{ ...node('rows', '/d'), place: 'search' }]),
      node('money.bill', '/e'),
    ]),
    node('tables', null, [{ ...node('lines', '/f'), place: 'search' }]),
  ];
  const wings = wingsOf(menu);
  expect(
    wings.map((wing) => [wing.node.funCode, wing.tabs.length, wing.entries.map((one) => one.node.funCode)]),
  ).toEqual([
    ['home', 1, []],
    ['money', 0, ['money.demand', 'money.bill']],
  ]);
  expect(entryAt(wings, '/B')?.tabs.map((tab) => tab.funCode)).toEqual(['analysis', 'guard']);
  expect(entryAt(wings, '/home')?.node.funCode).toBe('home');
  expect(entryAt(wings, '/c')).toBeUndefined();
});

test('screens that are views of one thing share a tab; of a group of which one is left, that is the tab', () => {
  const menu = [
    node('energy', null, [
      node('systems', null, [
        node('cooling', null, [node('efficiency', '/a'), node('scatter', '/b')]),
        node('air', null, [node('monitor', '/c'), { ...node('rows', '/d'), place: 'search' }]),
        node('hidden', null, [{ ...node('lines', '/e'), place: 'search' }]),
        node('list', '/f'),
      ]),
    ]),
  ];
  const entry = entryAt(wingsOf(menu), '/b');
  expect(entry?.tabs.map((one) => one.funCode)).toEqual(['efficiency', 'scatter', 'monitor', 'list']);
  expect(
    entry && tabsIn(entry).map((tab) => [tab.node.funCode, tab.screens.map((one) => one.funCode)]),
  ).toEqual([
    ['cooling', ['efficiency', 'scatter']],
    ['air', ['monitor']],
    ['list', ['list']],
  ]);
});
