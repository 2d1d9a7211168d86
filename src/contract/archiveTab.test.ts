import { describe, expect, it } from 'vitest';
import { ARCHIVE_GROUPS, ARCHIVE_TABS, type ArchiveGroup } from './archiveTab.ts';
import { MENU, type MenuNode } from '#menu/menu.ts';
import { CHECK_FILE_TYPES } from '#resource/yunshui/checkplanCheckfile.ts';

const groupOf = (node: MenuNode, name: string): MenuNode | undefined =>
  node.type === 'group' && node.name.zh === name
    ? node
    : node.children?.map((child) => groupOf(child, name)).find((found) => found !== undefined);

/** The tabs of a group as the menu shows them. */
const shown = (group: ArchiveGroup): number[] => {
  const urls = (groupOf(MENU, ARCHIVE_GROUPS[group].zh)?.children ?? []).map((node) => node.url);
  return ARCHIVE_TABS.filter((tab) => urls.includes(tab.screen)).map((tab) => tab.number);
};
const span = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i);

describe('the tabs of the metering archive', () => {
  it('are 37, numbered from 0, each with a list or a page of its own', () => {
    expect(ARCHIVE_TABS.map((tab) => tab.number)).toEqual(span(0, 36));
    expect(new Set(ARCHIVE_TABS.map((tab) => tab.screen)).size).toBe(37);
    expect(new Set(ARCHIVE_TABS.map((tab) => tab.resource ?? tab.funCode)).size).toBe(37);
  });

  it('stand in six groups of the menu', () => {
    const groups = { basic: [0, 11], configure: [12, 18], unitFile: [19, 22], metering: [23, 30], energyMap: [31, 34], review: [35, 36] }; // prettier-ignore
    expect(Object.keys(ARCHIVE_GROUPS)).toEqual(Object.keys(groups));
    for (const [group, [from = 0, to = 0]] of Object.entries(groups))
      expect(shown(group as ArchiveGroup), group).toEqual(span(from, to));
  });

  it('hold what their number says', () => {
    const lists =
      `enterpriseInfo contacter energySys energyManager energyMonitor calculater energyCertification
      productStructure outputValue energyConservation energyAccount materielProduct processConfigure unitConfigure
      deviceConfigure dataCollectConfigure gaugeConfigure gaugeReplaceConfigure gaugeVerifyConfigure`.split(
        /\s+/,
      );
    expect(ARCHIVE_TABS.slice(0, 19).map((tab) => tab.resource)).toEqual(lists);
    expect(ARCHIVE_TABS.slice(23, 26).map((tab) => tab.resource)).toEqual([
      'companyCalculater',
      'companyDev',
      'companyGauges',
    ]);
    expect(ARCHIVE_TABS.slice(35).map((tab) => tab.resource)).toEqual(['companyPlaninfo', 'reviewData']);
    expect(ARCHIVE_TABS.slice(26, 30).map((tab) => tab.name.zh)).toEqual([
      '进出用能单位计量器具',
      '主要次级用能单位计量器具',
      '主要用能设备计量器具',
      '其他计量器具',
    ]);
    // A file tab takes the type of file that bears its name.
    for (const number of [19, 20, 21, 22, 31, 32, 33, 34] as const)
      expect(CHECK_FILE_TYPES[number]).toEqual(ARCHIVE_TABS[number]?.name);
    expect(ARCHIVE_TABS[30]?.funCode).toBe('annualTable.view');
  });
});
