import { pinyin } from 'pinyin-pro';
import { ARCHIVE_TABS } from '#contract/archiveTab.ts';
import { blocksFor, type Home, HOMES, OVERVIEW } from '#contract/home.ts';
import { keywordsOf } from '#menu/keyword.ts';
import { type Language, textIn } from '#contract/text.ts';
import { findable, fitOf, questionOf, type Findable } from '#domain/find/rank.ts';
import { addressOf } from '../keptSearch.ts';
import { plainPath, type MenuNode } from '../menu.ts';
import { actionsOn, ownActions, type Deed } from './actions.ts';

/** Where an entry leads, or what it does. */
export type Aim = { readonly to: string; readonly search: object } | { readonly run: Deed };

/** A screen or an action as the find box knows it, before the first key. */
export interface Entry {
  readonly key: string;
  readonly kind: 'screen' | 'action';
  readonly name: string;
  /** The names above it, from the top down. */
  readonly over: string;
  readonly find: Findable;
  readonly aim: Aim;
}

/** An entry that answers, and the word that it answers by where its name does not hold what was asked. */
export interface Found extends Entry {
  readonly rank: number;
  readonly reason: string | null;
}

/** `总览` → `zl`, `zonglan`. */
export function soundsOf(name: string): string[] {
  const syllables = pinyin(name, { toneType: 'none', type: 'array', nonZh: 'consecutive' });
  const joined = (parts: readonly string[]): string => parts.join('').replaceAll(' ', '').toLowerCase();
  return [joined(syllables.map((one) => one[0] ?? '')), joined(syllables)];
}

/** The number of a tab of the archive as people write it. */
const numbersOf = (number: number): string[] =>
  ['', '#', '表', '档案', 'no. ', 'form ', 'tab ', 'number '].map((before) => `${before}${number}`);

const TABS: ReadonlyMap<string, number> = new Map(
  ARCHIVE_TABS.map(({ screen, number }) => [plainPath(screen), number]),
);

interface Screen {
  readonly node: MenuNode & { readonly url: string };
  readonly over: string;
}

function screensIn(menu: readonly MenuNode[], over = ''): Screen[] {
  return menu.flatMap((node): Screen[] => {
    const below = screensIn(node.children ?? [], over ? `${over} / ${node.funName}` : node.funName);
    const { url } = node;
    return url && plainPath(url) && !node.children?.length
      ? [{ node: { ...node, url }, over }, ...below]
      : below;
  });
}

const chineseIn = (names: readonly string[]): string =>
  names.find((name) => /\p{Script=Han}/u.test(name)) ?? '';

function screenEntry({ node, over }: Screen): Entry {
  const names = [node.funName, node.otherName ?? ''].filter(Boolean);
  const number = TABS.get(plainPath(node.url));
  const { zh, en } = keywordsOf(node.funCode);
  return {
    key: `screen ${node.funCode}`,
    kind: 'screen',
    name: node.funName,
    over,
    find: findable({
      names,
      numbers: number === undefined ? [] : numbersOf(number),
      keywords: [...zh, ...en],
      sounds: soundsOf(chineseIn(names)),
      over,
    }),
    aim: { to: addressOf(node.url), search: {} },
  };
}

/** A home that no menu entry leads to: by what it is called and whose it is. */
function homeEntry({ name, url, title, role }: Home, language: Language): Entry {
  return {
    key: `home ${name}`,
    kind: 'screen',
    name: textIn(title, language),
    over: textIn(role, language),
    find: findable({
      // Whose it is comes first: a bill is asked for more often than the desk of those who bill.
      names: [role.zh, role.en],
      keywords: [title.zh, title.en],
      sounds: soundsOf(title.zh),
      over: textIn(role, language),
    }),
    aim: { to: url, search: {} },
  };
}

/**
 * All screens and actions that a person may open, in the order of the menu: its screens, those that search alone
 * finds, the homes, then the actions.
 */
export function entriesOf(
  menu: readonly MenuNode[],
  funCodes: readonly string[],
  language: Language,
): Entry[] {
  const screens = screensIn(menu);
  const held = new Set(funCodes);
  const inMenu = new Set(screens.map(({ node }) => plainPath(node.url)));
  const actions = [
    ...ownActions.filter(
      ({ page, may }) => (!page || inMenu.has(plainPath(page))) && (!may || held.has(may)),
    ),
    ...screens.flatMap(({ node }) => actionsOn(node, held, language)),
  ];
  const other = language === 'zh' ? 'en' : 'zh';
  return [
    ...screens.filter(({ node }) => node.place !== 'search').map(screenEntry),
    ...screens.filter(({ node }) => node.place === 'search').map(screenEntry),
    ...HOMES.filter((home) => home.url !== OVERVIEW && blocksFor(home, held).length > 0).map((home) =>
      homeEntry(home, language),
    ),
    ...actions.map(({ key, name, words, aim }): Entry => ({
      key: `action ${key}`,
      kind: 'action',
      name: textIn(name, language),
      over: '',
      find: findable({
        names: [textIn(name, language), name[other]],
        keywords: [...words.zh, ...words.en],
        sounds: words.zh.length > 0 ? soundsOf(name.zh) : [],
      }),
      aim,
    })),
  ];
}

let kept: {
  menu: readonly MenuNode[];
  funCodes: readonly string[];
  language: Language;
  entries: Entry[];
} | null = null;

/** The same, made once for a menu, its rights and a language. */
export function keptEntries(
  menu: readonly MenuNode[],
  funCodes: readonly string[],
  language: Language,
): Entry[] {
  if (kept?.menu !== menu || kept.funCodes !== funCodes || kept.language !== language)
    kept = { menu, funCodes, language, entries: entriesOf(menu, funCodes, language) };
  return kept.entries;
}

/** The entries that answer a question, the best first; those that answer alike in the order of the menu. */
export function found(entries: readonly Entry[], text: string): Found[] {
  const question = questionOf(text);
  if (!question) return [];
  return entries
    .flatMap((entry): Found[] => {
      const fit = fitOf(entry.find, question);
      return fit ? [{ ...entry, ...fit }] : [];
    })
    .toSorted((a, b) => a.rank - b.rank);
}
