import { describe, expect, it } from 'vitest';
import { MENU, type MenuNode } from '#menu/menu.ts';
import type { BaseLanguage } from '#contract/text.ts';
import { resources } from '#resource/index.ts';
import { pages } from '#web/features.ts';
import { findPage } from '#web/page.ts';
import { ownActions } from './find/actions.ts';
import { plainPath } from './menu.ts';
import { headOf } from './usePageTitle.ts';

// One word for one thing: what the menu, the tabs, the find box, the title and the breadcrumb call a page.

const LANGUAGES: readonly BaseLanguage[] = ['zh', 'en'];

/** Screens and groups, without buttons. */
const below = (node: MenuNode): MenuNode[] => [
  node,
  ...(node.children ?? []).filter(({ type }) => type !== 'button').flatMap(below),
];
const shown = below(MENU).slice(1);
const screens = shown.filter(({ type }) => type === 'screen');
const subjects = shown.filter(({ type }) => type === 'group');
const tabsOf = (node: MenuNode): MenuNode[] =>
  below(node).filter(({ type, place }) => type === 'screen' && place !== 'search');

/** The page that an entry opens: its own, or the first tab of a subject. */
const aimOf = (node: MenuNode): string =>
  plainPath((node.type === 'group' ? tabsOf(node)[0] : node)?.url ?? '');

describe.each(LANGUAGES)('in %s', (language) => {
  it('no two entries of menu, tabs and find share a name, unless they open the same page', () => {
    const aims = new Map<string, Set<string>>();
    const note = (name: string, aim: string): void => {
      const key = name.toLowerCase();
      aims.set(key, (aims.get(key) ?? new Set()).add(aim));
    };
    for (const node of shown) note(node.name[language], aimOf(node));
    for (const { name, key, aim } of ownActions)
      note(name[language], 'to' in aim && Object.keys(aim.search).length === 0 ? plainPath(aim.to) : key);
    expect([...aims].filter(([, some]) => some.size > 1).map(([name, some]) => [name, ...some])).toEqual([]);
  });

  it('a page without an entry shares its title with none that has one', () => {
    const inMenu = new Map(screens.map((node) => [node.name[language].toLowerCase(), aimOf(node)]));
    const clash = pages
      .filter(
        ({ path, parent, anonymous }) =>
          !parent && !anonymous && !screens.some((node) => aimOf(node) === plainPath(path)),
      )
      .filter(({ title }) => inMenu.has(title[language].toLowerCase()));
    expect(clash.map(({ path, title }) => `${path}: ${title[language]}`)).toEqual([]);
  });

  it('an entry with one page is called as the page', () => {
    const other = subjects
      .filter((node) => tabsOf(node).length === 1)
      .filter((node) => tabsOf(node)[0]?.name[language] !== node.name[language]);
    expect(other.map(({ name }) => name[language])).toEqual([]);
  });

  it('the title of a page is its name in the menu', () => {
    const other = screens.flatMap(({ name, url }) => {
      const page = findPage(pages, (url ?? '').split('?')[0] ?? '');
      // A page that stands for several takes its title from the entry that leads there.
      return page && !page.path.includes('$') && page.title[language] !== name[language]
        ? [`${name[language]}: ${page.title[language]}`]
        : [];
    });
    expect(other).toEqual([]);
  });

  it('the head of a page names it once, below what it stands below in the menu', () => {
    const trails = (node: MenuNode, over: readonly string[]): [MenuNode, readonly string[]][] => {
      const trail = [...over, node.name[language]];
      const groups = (node.children ?? []).filter(({ type }) => type !== 'button');
      return [[node, trail], ...groups.flatMap((child) => trails(child, trail))];
    };
    for (const [node, trail] of (MENU.children ?? []).flatMap((wing) => trails(wing, []))) {
      if (node.type !== 'screen') continue;
      const { title, over } = headOf(trail, undefined, undefined);
      expect(title).toBe(node.name[language]);
      expect([...over, title]).toEqual(trail.filter((name, i) => name !== trail[i + 1]));
    }
  });
});

it('a detail stands below the page whose detail it is', () => {
  const page = { title: 'Meter', detail: true };
  expect(headOf(['Energy', 'Load'], page, undefined)).toEqual({
    title: 'Meter',
    over: ['Energy', 'Load'],
    own: false,
  });
  expect(headOf(['Energy', 'Load'], undefined, 'E-101')).toEqual({
    title: 'E-101',
    over: ['Energy', 'Load'],
    own: true,
  });
});

it('every screen of the menu leads to a page or to the list of a resource', () => {
  const lists = new Set(resources.map(({ screen }) => plainPath(screen)));
  const lost = screens.filter(({ url }) => {
    const path = plainPath(url ?? '');
    return !findPage(pages, path) && !lists.has(path);
  });
  expect(lost.map(({ url }) => url)).toEqual([]);
});
