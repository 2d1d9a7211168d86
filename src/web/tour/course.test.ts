// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { MENU, type MenuNode as Shipped } from '#menu/menu.ts';
import { visibleMenu, type MenuNode } from '../shell/menu.ts';
import { isAt, placeOf, stopsOf } from './course.ts';
import { readTour, UNSEEN } from './state.ts';
import { TOUR } from './steps.ts';

const sent = (node: Shipped): MenuNode => ({
  funId: 1,
  funCode: node.funCode,
  funName: node.name.en,
  url: node.url ?? null,
  className: null,
  iconName: null,
  place: node.place ?? null,
  children: (node.children ?? []).filter(({ type }) => type !== 'button').map(sent),
});
const codesIn = (node: Shipped): string[] => [node.funCode, ...(node.children ?? []).flatMap(codesIn)];
const ALL = codesIn(MENU);
const menuOf = (held: readonly string[]) => visibleMenu([sent(MENU)], new Set(held));
const keys = (held: readonly string[]) => stopsOf(menuOf(held)).map(({ key }) => key);
const without = (...codes: string[]) => ALL.filter((code) => !codes.includes(code));

it('has ten stops, each on a page of the menu and told in both languages', () => {
  expect(TOUR).toHaveLength(10);
  expect(new Set(TOUR.map(({ key }) => key)).size).toBe(10);
  expect(stopsOf(menuOf(ALL))).toEqual(TOUR);
  for (const { title, text, targets } of TOUR) {
    expect(targets.length).toBeGreaterThan(0);
    for (const words of [title, text]) {
      expect(words.zh).toMatch(/\p{Script=Han}/u);
      expect(words.en).not.toMatch(/\p{Script=Han}/u);
    }
  }
});

it('leaves out what an account may not see; what needs no page is always there', () => {
  expect(keys(without('sys.orgEmployee'))).not.toContain('people');
  expect(keys(without('SDNPowerAudit.SDNPowerBill', 'SDNMonitoring.MeterRepair'))).toEqual(
    TOUR.map(({ key }) => key).filter((key) => key !== 'bill' && key !== 'doubt'),
  );
  expect(keys([])).toEqual(['find']);
});

it('is taken up where it was left, at the next stop where that one is forbidden by now', () => {
  const stops = stopsOf(menuOf(ALL));
  expect(placeOf(stops, UNSEEN)).toBe(0);
  expect(placeOf(stops, { at: 'bill', state: 'left' })).toBe(3);
  expect(placeOf(stops, { at: 'bill', state: 'done' })).toBe(0);
  const fewer = stopsOf(menuOf(without('SDNPowerAudit.SDNPowerBill')));
  expect(fewer[placeOf(fewer, { at: 'bill', state: 'left' })]?.key).toBe('import');
  // The last one is gone: there is nothing after it.
  const noPeople = stopsOf(menuOf(without('sys.orgEmployee')));
  expect(placeOf(noPeople, { at: 'people', state: 'left' })).toBe(0);
  expect(placeOf(stops, { at: 'of another version', state: 'left' })).toBe(0);
});

it('reads whatever was kept', () => {
  expect(readTour({ at: 'bill', state: 'left' })).toEqual({ at: 'bill', state: 'left' });
  for (const abnormal of [[], {}, { at: 7, state: 'odd' }, { at: 'x'.repeat(500) }])
    expect(readTour(abnormal)).toEqual(UNSEEN);
});

it('knows its page however the address is written', () => {
  const [overview] = TOUR;
  expect(overview && isAt(overview, '/sdnmonitoring/overview')).toBe(true);
  expect(overview && isAt(overview, '/SDNPowerAdmin/SDNDemandGuard')).toBe(false);
});
