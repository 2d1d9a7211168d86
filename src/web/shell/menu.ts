import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Home, HOMES, OVERVIEW, plainPath } from '#contract/home.ts';
import type { MenuPlace } from '#menu/menu.ts';
import { get } from '#web/api.ts';
import { useSession } from '#web/session/session.ts';
import { useLanguage } from '#web/text/language.ts';
import { useText, useTexts } from '#web/text/useTexts.ts';

/** A node of the menu tree as `sys/getAllMenus` sends it; `className` `hide` means hidden. */
export interface MenuNode {
  readonly funId: number;
  readonly funCode: string;
  readonly funName: string;
  /** Its name in the other language. */
  readonly otherName?: string;
  readonly url: string | null;
  readonly className: string | null;
  readonly iconName: string | null;
  /** How a screen is reached; null = a tab. */
  readonly place: MenuPlace | null;
  readonly children?: readonly MenuNode[] | null;
}

const ROOT = 'hxyweb';

export { plainPath };

/** The permitted, unhidden nodes below the root `hxyweb`; a group without a visible page is left out. */
export function visibleMenu(tree: readonly MenuNode[], permitted: ReadonlySet<string>): MenuNode[] {
  const root = findRoot(tree);
  return shown(root ? (root.children ?? []) : tree, permitted);
}

function findRoot(nodes: readonly MenuNode[]): MenuNode | undefined {
  for (const node of nodes) {
    const found = node.funCode === ROOT ? node : findRoot(node.children ?? []);
    if (found) return found;
  }
  return undefined;
}

function shown(nodes: readonly MenuNode[], permitted: ReadonlySet<string>): MenuNode[] {
  return nodes
    .filter((node) => permitted.has(node.funCode) && !(node.className ?? '').split(' ').includes('hide'))
    .map((node) => ({ ...node, children: shown(node.children ?? [], permitted) }))
    .filter((node) => node.children.length > 0 || plainPath(node.url));
}

/** The nodes from the top down to the page at a path; empty where the menu has no such page. */
export function trailTo(menu: readonly MenuNode[], path: string): MenuNode[] {
  const wanted = plainPath(path);
  for (const node of menu) {
    if (plainPath(node.url) === wanted) return [node];
    const below = trailTo(node.children ?? [], path);
    if (below.length) return [node, ...below];
  }
  return [];
}

/** An entry of the side menu with its screens in order: one, or several that are tabs of one page and their views. */
export interface MenuEntry {
  readonly node: MenuNode;
  readonly tabs: readonly MenuNode[];
  /** Where the entry leads, where that is not its first screen. */
  readonly leads?: string;
}

/** An entry of the first level: a group of entries, or one page. */
export interface MenuWing extends MenuEntry {
  readonly entries: readonly MenuEntry[];
}

/** What stands in the side menu: what search alone finds, and groups of nothing else, are left out. */
export function wingsOf(menu: readonly MenuNode[]): MenuWing[] {
  return menu
    .map((node) => {
      const below = node.children ?? [];
      const entries = below.map((child) => ({ node: child, tabs: tabsOf(child) }));
      return {
        node,
        tabs: below.length > 0 ? [] : tabsOf(node),
        entries: entries.filter(({ tabs }) => tabs.length > 0),
      };
    })
    .filter(({ tabs, entries }) => tabs.length > 0 || entries.length > 0);
}

/** A tab of an entry: one screen, or several that are views of one thing. */
export interface MenuTab {
  readonly node: MenuNode;
  readonly screens: readonly MenuNode[];
}

/** The tabs of an entry, in order. */
export const tabsIn = ({ node, tabs }: MenuEntry): MenuTab[] =>
  node.children?.length
    ? node.children
        .map((child) => ({ node: child, screens: tabsOf(child) }))
        .filter(({ screens }) => screens.length > 0)
    : tabs.map((screen) => ({ node: screen, screens: [screen] }));

/** How a home is told as a screen of the menu. */
const nodeOf = ({ name, url }: Home, title: string): MenuNode => ({
  funId: 0,
  funCode: `Home.${name}`,
  funName: title,
  url,
  className: null,
  iconName: 'home',
  place: 'menu',
});

/**
 * The wings with the homes of an account in front: one entry that leads to its own home, and whose tabs are the homes.
 * @param homes those between which it may change; nothing is changed where the overview is all
 * @param leads the address to which log-in leads
 */
export function withHomes(
  wings: readonly MenuWing[],
  homes: readonly Home[],
  leads: string | undefined,
  words: { readonly home: string; readonly titleOf: (home: Home) => string },
): readonly MenuWing[] {
  if (homes.every(({ url }) => url === OVERVIEW)) return wings;
  const isOverview = ({ tabs }: MenuWing): boolean =>
    tabs.length === 1 && plainPath(tabs[0]?.url ?? null) === plainPath(OVERVIEW);
  const before = wings.find(isOverview);
  const tabs = homes.map((home) => nodeOf(home, words.titleOf(home)));
  const [first] = tabs;
  const own = tabs.find(({ url }) => url === leads) ?? first;
  return [
    {
      node: before?.node ?? { ...(first as MenuNode), funCode: 'Home', funName: words.home },
      tabs,
      entries: [],
      ...(own?.url ? { leads: own.url } : {}),
    },
    ...wings.filter((wing) => wing !== before),
  ];
}

function tabsOf(node: MenuNode): MenuNode[] {
  if (node.children?.length) return node.children.flatMap(tabsOf);
  return node.place === 'search' || !plainPath(node.url) ? [] : [node];
}

/** The entry that a path belongs to: as one of its tabs, else as a screen of it that search alone finds. */
export function entryAt(wings: readonly MenuWing[], path: string): MenuEntry | undefined {
  const wanted = plainPath(path);
  const entries = wings.flatMap((wing) => (wing.entries.length > 0 ? wing.entries : [wing]));
  return (
    entries.find(({ tabs }) => tabs.some(({ url }) => plainPath(url) === wanted)) ??
    entries.find(({ node }) => trailTo([node], path).length > 0)
  );
}

/** The tabs of an entry as they stand at a path: a screen of it that search alone finds is the last of them. */
export function tabsAt(entry: MenuEntry, path: string): MenuTab[] {
  const tabs = tabsIn(entry);
  const here = trailTo([entry.node], path).at(-1);
  const stands = tabs.some(({ screens }) => screens.some(({ url }) => plainPath(url) === plainPath(path)));
  return here && !stands ? [...tabs, { node: here, screens: [here] }] : tabs;
}

/** What stands in the person's side menu: its homes, then the wings. */
export function useWings(): readonly MenuWing[] {
  const menu = useMenu();
  const t = useTexts<typeof import('./texts.ts').texts>('shell');
  const text = useText();
  const { home, homes = [] } = useSession();
  return useMemo(() => {
    const own = HOMES.filter(({ name }) => homes.includes(name)).toSorted(
      (a, b) => homes.indexOf(a.name) - homes.indexOf(b.name),
    );
    return withHomes(wingsOf(menu), own, home, { home: t('home'), titleOf: ({ title }) => text(title) });
  }, [menu, home, homes, t, text]);
}

/** The menu's names come in the language of the request, so each language is an answer of its own. */
export const menuQuery = (language: string) =>
  queryOptions({
    queryKey: ['sys', 'getAllMenus', language],
    queryFn: () => get<MenuNode | MenuNode[]>('sys/getAllMenus'),
    staleTime: Infinity,
  });

/** The menu that the person sees. */
export function useMenu(): MenuNode[] {
  const { funCodes } = useSession();
  const { data } = useQuery({ ...menuQuery(useLanguage()), placeholderData: (before) => before });
  return useMemo(
    () => (data ? visibleMenu(Array.isArray(data) ? data : [data as MenuNode], new Set(funCodes)) : []),
    [data, funCodes],
  );
}
