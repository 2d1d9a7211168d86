// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { HOMES } from '#contract/home.ts';
import {
  entryAt,
  plainPath,
  tabsAt,
  tabsIn,
  trailTo,
  visibleMenu,
  wingsOf,
  withHomes,
  type MenuNode,
} from './menu.ts';

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

test('a wing has entries, an entry its screens as tabs; what search alone finds is none of them', () => {
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
});

test('a screen that search alone finds belongs to the subject it stands below, as its last tab while it is in view', () => {
  const menu = [
    node('settings', null, [
      node('logs', null, [node('system', '/a'), { ...node('rows', '/b'), place: 'search' }]),
      node('tables', null, [{ ...node('lines', '/c'), place: 'search' }]),
    ]),
  ];
  const wings = wingsOf(menu);
  const entry = entryAt(wings, '/B');
  expect(entry?.node.funCode).toBe('logs');
  const codes = (path: string) => entry && tabsAt(entry, path).map(({ node: { funCode } }) => funCode);
  expect(codes('/B')).toEqual(['system', 'rows']);
  expect(codes('/a')).toEqual(['system']);
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

const words = { home: 'Home', titleOf: ({ name }: { readonly name: string }) => name };
const homes = (...names: string[]) => HOMES.filter(({ name }) => names.includes(name));

test('with the overview as its only home, or none, the menu of an account is as it was', () => {
  const wings = wingsOf([node('o', '/SDNMonitoring/Overview'), node('a', '/a')]);
  expect(withHomes(wings, homes('manager'), '/SDNMonitoring/Overview', words)).toBe(wings);
  expect(withHomes(wings, [], '/a', words)).toBe(wings);
});

test('several homes are tabs of the first entry, which leads to where log-in leads', () => {
  const wings = wingsOf([node('a', '/a'), node('o', '/SDNMonitoring/Overview')]);
  const [first, ...rest] = withHomes(wings, homes('electrician', 'manager'), '/home/electrician', words);
  expect(first?.node.funCode).toBe('o');
  expect(first?.leads).toBe('/home/electrician');
  expect(first?.tabs.map(({ url }) => url)).toEqual(['/SDNMonitoring/Overview', '/home/electrician']);
  expect(rest.map(({ node: { funCode } }) => funCode)).toEqual(['a']);
  expect(entryAt([...(first ? [first] : []), ...rest], '/home/Electrician/')).toBe(first);
});

test('whoever may not see the overview has an entry for the own home all the same', () => {
  const [first] = withHomes(wingsOf([node('a', '/a')]), homes('accountant'), '/home/accountant', words);
  expect(first).toMatchObject({ node: { funName: 'Home', iconName: 'home' }, leads: '/home/accountant' });
  expect(first?.tabs).toHaveLength(1);
  // Where log-in leads to a page of the menu the entry leads to the home.
  expect(withHomes([], homes('accountant'), '/a', words)[0]?.leads).toBe('/home/accountant');
});
