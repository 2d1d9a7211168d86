import { describe, expect, it } from 'vitest';
import { MENU, type MenuNode } from './menu.ts';
import { keywordCodes, keywordsOf } from './keyword.ts';

const screensOf = (node: MenuNode): MenuNode[] => [
  ...(node.type === 'screen' ? [node] : []),
  ...(node.children ?? []).flatMap(screensOf),
];
const screens = screensOf(MENU);

describe('the words of screens', () => {
  it('belong to screens that exist', () => {
    const codes = new Set(screens.map(({ funCode }) => funCode));
    expect(keywordCodes.filter((code) => !codes.has(code))).toEqual([]);
  });

  it('are of both languages for every screen with a tab, none twice, none empty, none the name itself', () => {
    for (const { funCode, place, name } of screens) {
      const { zh, en } = keywordsOf(funCode);
      if (place !== 'search') expect([zh.length > 0, en.length > 0], funCode).toEqual([true, true]);
      for (const words of [zh, en]) {
        expect(new Set(words).size, funCode).toBe(words.length);
        expect(
          words.every((word) => word !== '' && word !== name.zh && word !== name.en),
          funCode,
        ).toBe(true);
      }
    }
  });

  it('name no address', () => {
    for (const code of keywordCodes)
      expect(Object.values(keywordsOf(code)).flat().join('\n')).not.toMatch(/\/SDN|https?:/);
  });
});
