import type { ComponentType } from 'react';
import type { RawAddress } from './address.ts';
import type { PlacedPart } from './place.tsx';
import type { Text } from '#contract/text.ts';

/** One screen: where it is, what it is called, how it is loaded. */
export interface PageRoute {
  /** Address after `#`, matched without regard to case; a parameter is `$name`. */
  readonly path: string;
  /** Title where the menu has no entry for the path. */
  readonly title: Text;
  /** Path of the page whose menu entry and breadcrumb it shares (a detail page of a list). */
  readonly parent?: string;
  /** It has tabs of its own: those of the subject it belongs to are not shown over it. */
  readonly ownTabs?: boolean;
  /** Outside the shell and open without a session. */
  readonly anonymous?: boolean;
  /** False keeps antd out of the page's first chunk; such a page uses the kit and `lazyAntd`. */
  readonly antd?: boolean;
  /** True where its phrases come with those of the shell (`scripts/phrases.ts`): it does not wait for all the others. */
  readonly first?: boolean;
  /** Asks for what an address of it names, while the module is still on its way. */
  readonly ahead?: (search: RawAddress) => void;
  /** The screen's module, its component as default export. */
  readonly load: () => Promise<{ default: ComponentType }>;
}

/** What a feature's `web/index.ts` exports. */
export interface WebFeature {
  readonly routes: readonly PageRoute[];
  /** What it shows on pages of others (`showAt`). */
  readonly shows?: readonly PlacedPart[];
}

/** The page at a path; ignores case, a trailing slash, and what `$name` stands for. */
export function findPage(pages: readonly PageRoute[], path: string): PageRoute | undefined {
  const parts = split(path);
  return pages.find((page) => {
    const pattern = split(page.path);
    return (
      pattern.length === parts.length && pattern.every((part, i) => part.startsWith('$') || part === parts[i])
    );
  });
}

function split(path: string): string[] {
  return path.toLowerCase().split('/').filter(Boolean);
}
