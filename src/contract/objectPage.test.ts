import { describe, expect, it } from 'vitest';
import { MENU, type MenuNode } from '#menu/menu.ts';
import {
  codesOf,
  mayOpenPage,
  PAGE_TABS,
  type PageFacts,
  type PageTabKey,
  refusalOf,
  tabNamed,
  tabsOf,
} from './objectPage.ts';

const all = (): boolean => true;
const only =
  (...codes: string[]) =>
  (code: string): boolean =>
    codes.includes(code);
const meter: PageFacts = { kind: 'meter', dataTypes: ['1'], virtual: false };
const codesIn = (node: MenuNode): string[] => [node.funCode, ...(node.children ?? []).flatMap(codesIn)];

describe('the tabs of a page', () => {
  it('are asked for by functions that exist', () => {
    const known = new Set(codesIn(MENU));
    const kinds = ['meter', 'consumer', 'site', 'unit', 'object'] as const;
    const tabs = Object.keys(PAGE_TABS) as PageTabKey[];
    const query = kinds.flatMap((kind) => tabs.flatMap((tab) => codesOf(tab, kind)));
    expect(query.filter((code) => !known.has(code))).toEqual([]);
  });

  it('of a meter with a device are all but the list of meters', () => {
    expect(tabsOf(meter, all)).toEqual([
      'use',
      'cost',
      'demand',
      'quality',
      'life',
      'communication',
      'repair',
      'archive',
      'people',
    ]);
  });

  it('that an account may not see are absent, and say why in a copied address', () => {
    expect(tabsOf(meter, only('SDNMonitoring.Overview', 'archive.ledger.view'))).toEqual(['use', 'life']);
    expect(refusalOf('cost', meter, only('SDNMonitoring.Overview'))).toBe('account');
    expect(tabsOf(meter, () => false)).toEqual([]);
  });

  it('of water have no cost, demand or quality; of the sum of others nothing that is mounted', () => {
    expect(tabsOf({ ...meter, dataTypes: ['2'] }, all)).toEqual([
      'use',
      'life',
      'communication',
      'repair',
      'archive',
      'people',
    ]);
    expect(refusalOf('quality', { ...meter, dataTypes: ['2'] }, all)).toBe('notElectric');
    expect(tabsOf({ ...meter, virtual: true }, all)).toEqual([
      'use',
      'cost',
      'demand',
      'quality',
      'archive',
      'people',
    ]);
    expect(refusalOf('life', { ...meter, virtual: true }, all)).toBe('virtual');
    expect(tabsOf({ ...meter, dataTypes: [] }, all)[0]).toBe('life');
  });

  it('of sites, units and objects are their figures, their meters and their record', () => {
    for (const kind of ['site', 'unit', 'object'] as const)
      expect(tabsOf({ kind, dataTypes: ['1', '2'], virtual: false }, all)).toEqual([
        'use',
        'cost',
        'demand',
        'quality',
        'meters',
        'cameras',
        ...(kind === 'unit' ? [] : ['control']),
        'archive',
        'people',
      ]);
    expect(refusalOf('life', { ...meter, kind: 'unit' }, all)).toBe('kind');
  });

  it('open for whoever holds one; monitored objects only for those who see their list', () => {
    expect(mayOpenPage('meter', only('SDNMonitoring.MeterRepair'))).toBe(true);
    expect(mayOpenPage('unit', only('SDNMonitoring.MeterRepair'))).toBe(false);
    expect(mayOpenPage('unit', only('SDNMonitoring.Overview'))).toBe(true);
    expect(mayOpenPage('object', only('SDNMonitoring.Overview', 'archive.ammeter.view'))).toBe(false);
    expect(mayOpenPage('object', only('archive.monitorObject.view'))).toBe(true);
  });

  it('are named in an address by one of their names alone', () => {
    expect([tabNamed('cost'), tabNamed('toString'), tabNamed(3), tabNamed(undefined)]).toEqual([
      'cost',
      null,
      null,
      null,
    ]);
  });
});
