import { describe, expect, it } from 'vitest';
import { MENU, type MenuNode } from '#menu/menu.ts';
import { resources } from '#resource/index.ts';
import { pages } from '#web/features.ts';
import { findPage } from '#web/page.ts';
import type { Rule } from '../contract.ts';
import { type Situation, verdictsOf } from '../domain/preflight.ts';

const screensOf = (node: MenuNode): MenuNode[] => [
  ...(node.type === 'screen' ? [node] : []),
  ...(node.children ?? []).flatMap(screensOf),
];
const inMenu = new Map(screensOf(MENU).map((node) => [(node.url ?? '').replace(/^#/, ''), node.name.en]));

/** The list pages of the definitions stand behind all other addresses. */
const lists = new Set(resources.map(({ screen }) => screen));

const at = (area: string, archive: string): Situation => ({
  statType: '1',
  registered: true,
  keyDays: 1,
  credit: null,
  dicVersion: '1',
  clockOffsetS: 0,
  slotOpen: true,
  slotText: '',
  obligatory: { there: 0, of: 0 },
  processShare: null,
  processesExceed: false,
  notSentAnew: 0,
  manager: `/${area}/SDNDataUploadManager`,
  archive,
});

describe.each([
  ['A', at('SDNDataUpload', '/Archive/gaugeVerifyConfigure')],
  ['B', at('HunanDataUpload', '/HunanDataUpload/SDNBasicInfoUpload')],
])('of protocol %s', (_protocol, situation) => {
  it.each(verdictsOf([], situation).map(({ rule, link }): [Rule, string] => [rule, link]))(
    '%s leads to %s, a screen that there is, with the tab that it names',
    (_rule, link) => {
      const page = findPage(pages, link);
      expect(page !== undefined || lists.has(link)).toBe(true);
      // A path with a variable opens a tab by its name: that name is one of the menu's.
      expect(inMenu.has(link) || page?.path.includes('$') === false).toBe(true);
    },
  );
});
