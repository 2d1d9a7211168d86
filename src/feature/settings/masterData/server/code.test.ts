import { describe, expect, it } from 'vitest';
import { areaLevel, areaParents, industryLevel, industryParent } from './code.ts';
import { CATEGORY_NAMES, CODE_LISTS, HANDED_OUT, numberOfList, wordOfList } from '../contract.ts';
import { readEntry, shippedEntries } from './seedLists.ts';
import { CATEGORIES } from './shipped/dictionary.ts';
import { INDUSTRIES } from './shipped/industry.ts';

describe('codes of shipped lists', () => {
  it('name every category in English beside the name it is stored with', () => {
    for (const { code, name, source } of CATEGORIES) {
      expect(CATEGORY_NAMES[code]?.[0], code).toBe(name);
      expect(source.en, code).not.toMatch(/\p{Script=Han}/u);
    }
  });

  it('tell the level and the parent of an industry', () => {
    expect(['C', 'C31', 'C311', 'C3110', 'C3', '31', 'c31'].map(industryLevel)).toEqual([
      1,
      2,
      3,
      4,
      null,
      null,
      null,
    ]);
    expect(['C', 'C31', 'C311', 'C3110'].map(industryParent)).toEqual([null, 'C', 'C31', 'C311']);
  });

  it('tell the level and the parents of an area', () => {
    expect(['440000', '440300', '440305'].map(areaLevel)).toEqual([1, 2, 3]);
    expect(areaParents('440305')).toEqual(['440300', '440000']);
    expect(areaParents('440000')).toEqual([]);
  });

  it('ship the 20 sections and 97 divisions of GB/T 4754-2017, each division below its section', () => {
    const entries = shippedEntries(INDUSTRIES);
    expect(entries.filter(({ english }) => !english)).toEqual([]);
    const codes = entries.map(({ code }) => code);
    expect(codes.filter((code) => industryLevel(code) === 1)).toHaveLength(20);
    expect(codes.filter((code) => industryLevel(code) === 2)).toHaveLength(97);
    expect(codes.every((code) => codes.includes(industryParent(code) ?? code))).toBe(true);
  });

  it('ship the 17 code lists first, every code once, every parent there', () => {
    expect(CATEGORIES.length).toBeGreaterThan(17);
    for (const { code, entries = '' } of CATEGORIES) {
      const rows = shippedEntries(entries);
      const codes = rows.map((row) => row.code);
      expect(new Set(codes).size, code).toBe(codes.length);
      for (const { parent } of rows) if (parent !== null) expect(codes, code).toContain(parent);
      // Every shipped entry has a name in English.
      expect(
        rows.filter(({ english }) => !english),
        code,
      ).toEqual([]);
    }
  });

  it('read a line in each of its forms', () => {
    expect(readEntry('01 一次能源')).toEqual({ code: '01', name: '一次能源', english: null, parent: null });
    expect(readEntry('notice 平台公告 | Notice')).toMatchObject({ name: '平台公告', english: 'Notice' });
    expect(readEntry('0102 无烟煤 < 0100')).toMatchObject({ name: '无烟煤', parent: '0100' });
  });
});

describe('the seventeen lists', () => {
  it('stand in their order, by number and word, and those without entries are the ones that are handed out', () => {
    expect(CODE_LISTS).toEqual([
      'region',
      'industry',
      'productionProcess',
      'processUnit',
      'energyDevice',
      'dataOrigin',
      'collectType',
      'energyTypeUnit',
      'energySubstance',
      'nonEnergyProduct',
      'energyEfficiency',
      'businessTarget',
      'otherData',
      'energyUse',
      'meterType',
      'enteType',
      'deviceType',
    ]);
    expect(CATEGORIES.slice(0, 17).map(({ code }) => code)).toEqual([...CODE_LISTS]);
    expect(CODE_LISTS.map((word) => numberOfList(word))).toEqual(CODE_LISTS.map((_, i) => i + 1));
    expect(['1', '17', '18', 'meterType', 'newsType'].map(wordOfList)).toEqual(['region', 'deviceType', '18', 'meterType', 'newsType']); // prettier-ignore
    expect(numberOfList('newsType')).toBeNull();
    const empty = CATEGORIES.slice(2, 17).filter(({ entries }) => entries === undefined);
    expect(empty.map(({ code }) => code)).toEqual(HANDED_OUT);
  });
});
