import { blocksFor, homeAt, OVERVIEW, plainPath } from '#contract/home.ts';
import type { Db } from '#server/database/db.ts';
import { menuTree } from './menu.ts';

/** Where everybody may be. */
const PROFILE = '/SDNUserAdmin/SDNUserInfo';

/** Where an account begins its work. */
export interface ReportedHome {
  /** The address to which log-in leads. */
  readonly home: string;
  /** Names of the homes between which the account may change: those of its roles, and the overview. */
  readonly homes: readonly string[];
}

type Tree = Awaited<ReturnType<typeof menuTree>>;

interface Screen {
  readonly url: string;
  readonly searched: boolean;
}

/** The pages of the menu that a person is shown, in its order. */
function screensOf(nodes: Tree, held: ReadonlySet<string>): Screen[] {
  return nodes
    .filter((node) => held.has(node.funCode) && !(node.className ?? '').split(' ').includes('hide'))
    .flatMap(({ url, place, children }) => [
      ...(plainPath(url) ? [{ url: url ?? '', searched: place === 'search' }] : []),
      ...screensOf(children, held),
    ]);
}

/**
 * Where log-in leads: to the home that the account chose, else to that of its first role that has one, each as far as
 * the account may see anything of it; else to the overview, else to the first page of its menu.
 * @param wanted homes of the roles in the account's order
 */
export async function homeOf(
  system: Db,
  held: ReadonlySet<string>,
  wanted: readonly (string | null)[],
  chosen: unknown,
): Promise<ReportedHome> {
  const screens = screensOf(await menuTree(system, 'zh'), held);
  /** The address as it is written in the menu; undefined where the account may not be there, or nothing is there. */
  const openAt = (url: string | null): string | undefined => {
    const home = homeAt(url);
    if (home && home.url !== OVERVIEW) return blocksFor(home, held).length > 0 ? home.url : undefined;
    return screens.find((screen) => plainPath(screen.url) === plainPath(url))?.url;
  };
  const own = wanted.flatMap((url) => openAt(url ?? OVERVIEW) ?? []);
  const overview = openAt(OVERVIEW);
  const offered = [...own, ...(overview === undefined ? [] : [overview])];
  const kept = (chosen as { readonly url?: unknown } | undefined)?.url;
  const home =
    offered.find((url) => typeof kept === 'string' && plainPath(url) === plainPath(kept)) ??
    offered[0] ??
    screens.find(({ searched }) => !searched)?.url ??
    PROFILE;
  return { home, homes: [...new Set(offered.flatMap((url) => homeAt(url)?.name ?? []))] };
}
