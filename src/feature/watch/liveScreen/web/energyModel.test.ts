import { expect, test } from 'vitest';
import type { EnergyNow, FlowNode } from '../contract.ts';
import { lossesOf, rankingOf, treeOf, wholeOf, withPowers } from './energyModel.ts';

const node = (
  name: string,
  parent: string | null,
  ammeterId: number | null,
  power: number | null,
  today: number | null,
): FlowNode => ({
  name,
  parent,
  shownName: name,
  ammeterId,
  sign: 1,
  level: 0,
  counts: true,
  today: { value: today, coverage: 100, flags: [] },
  compared: null,
  rest: null,
  parts: null,
  power,
  powerAt: power === null ? null : 1000,
});

const answer = (nodes: readonly FlowNode[]): EnergyNow => ({
  orgId: 1,
  name: 'Works',
  dataType: '1',
  dataTypes: ['1'],
  unit: 'kWh',
  powerUnit: 'kW',
  powerCode: 'PZ',
  now: 2000,
  nodes,
});

const WORKS = answer([
  node('Works', null, null, null, 100),
  node('A', 'Works', 1, 50, 60),
  node('A1', 'A', 2, 30, 40),
  node('A2', 'A', 3, 15.5, null),
  node('B', 'Works', 4, 10, 40),
]);

test('the whole is the sum of what stands for it, and nothing while one of it is silent', () => {
  expect(wholeOf(WORKS, 'power')).toBe(60);
  expect(wholeOf(WORKS, 'today')).toBe(100);
  const silent = answer(WORKS.nodes.map((one) => (one.name === 'B' ? { ...one, power: null } : one)));
  expect(wholeOf(silent, 'power')).toBeNull();
});

test('what is lost is told where all below is known, never of a part', () => {
  expect(lossesOf(WORKS, 'power')).toMatchObject([{ own: 50, below: 45.5, rest: 4.5, share: 0.09 }]);
  expect(lossesOf(WORKS, 'today')).toMatchObject([{ own: 60, below: null, rest: null, share: null }]);
});

/** The works with something else of one of its nodes. */
const where = (name: string, part: Partial<FlowNode>): EnergyNow =>
  answer(WORKS.nodes.map((one) => (one.name === name ? { ...one, ...part } : one)));

test('energies of today are held against each other over the time that is known of all', () => {
  // A2 came an hour less far than A: what A had in that hour is no loss.
  const behind = where('A', { compared: 55, rest: 2 });
  expect(lossesOf(behind, 'today')).toMatchObject([{ own: 55, below: 53, rest: 2, share: 2 / 55 }]);
});

test('a meter that was removed leaves no power open', () => {
  const removed = where('A2', { counts: false, power: null });
  expect(lossesOf(removed, 'power')).toMatchObject([{ own: 50, below: 30, rest: 20 }]);
  expect(wholeOf(where('B', { counts: false, power: null }), 'power')).toBe(50);
});

test('a virtual meter has the power of its parts, each as the feed tells it, and loses nothing', () => {
  const parts = [
    { meterId: 8, times: 1, value: 70, at: 1000 },
    { meterId: 9, times: -1, value: 20, at: 1500 },
  ];
  const virtual = where('A', { parts, power: 50, powerAt: 1000 });
  expect(withPowers(virtual, new Map([[9, { PZ: { value: 25, ts: 3000 } }]])).nodes[1]).toMatchObject({
    power: 45,
    powerAt: 1000,
  });
  expect(withPowers(virtual, new Map(), 301_001).nodes[1]).toMatchObject({ power: null, powerAt: null });
  expect(lossesOf(virtual, 'power')).toEqual([]);
  expect(wholeOf(virtual, 'power')).toBe(60);
});

test('a ranking has each meter once, those without others below, the unknown at the end', () => {
  expect(rankingOf(WORKS, 'power').map((row) => [row.node.name, row.value, row.share])).toEqual([
    ['A1', 30, 0.5],
    ['A2', 15.5, 15.5 / 60],
    ['B', 10, 10 / 60],
  ]);
  expect(rankingOf(WORKS, 'today').map((row) => [row.node.name, row.value])).toEqual([
    ['A1', 40],
    ['B', 40],
    ['A2', null],
  ]);
});

test('the feed brings powers up to date, an older word does not', () => {
  const told = (code: string, value: number, ts: number) => new Map([[1, { [code]: { value, ts } }]]);
  expect(withPowers(WORKS, told('PZ', 70, 3000)).nodes[1]).toMatchObject({ power: 70, powerAt: 3000 });
  expect(withPowers(WORKS, told('PZ', 70, 500)).nodes[1]).toMatchObject({ power: 50 });
  expect(withPowers(WORKS, told('UA', 220, 3000)).nodes[1]).toMatchObject({ power: 50 });
});

test('a meter that fell silent has no power after five minutes, though the page remembers what it told', () => {
  const HOUR = 3_600_000;
  const silent = { ...answer([node('A', null, 1, null, 60)]), now: HOUR };
  const remembered = new Map([[1, { PZ: { value: 400, ts: 0 } }]]);
  expect(withPowers(silent, remembered).nodes[0]).toMatchObject({ power: null, powerAt: null });
  // While no further answer comes the clock goes on.
  expect(withPowers(WORKS, new Map(), 301_000).nodes[1]).toMatchObject({ power: 50 });
  expect(withPowers(WORKS, new Map(), 301_001).nodes[1]).toMatchObject({ power: null, powerAt: null });
});

test('the tree that is drawn has the same amounts and what is left over', () => {
  const { tree, unit } = treeOf(WORKS, 'power');
  expect(unit).toBe('kW');
  expect(tree?.pP).toBe(60);
  expect(tree?.children[0]).toMatchObject({ pP: 50, rest: 4.5, children: [{ pP: 30 }, { pP: 15.5 }] });
});
