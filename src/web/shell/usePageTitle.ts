import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { homeAt } from '#contract/home.ts';
import { pages } from '#web/features.ts';
import { findPage } from '#web/page.ts';
import { useText, useTexts } from '#web/text/useTexts.ts';
import { useShownPageHead } from '#web/ui/pageHead.tsx';
import { trailTo, useMenu } from './menu.ts';

/** The path whose menu entry stands for the current page: its own, or its parent's for a detail page. */
export function usePagePath(): string {
  const path = useRouterState({ select: (state) => state.location.pathname });
  return findPage(pages, path)?.parent ?? path;
}

export interface PageTitle {
  readonly title: string;
  /** The names over it, the outermost first. */
  readonly over: readonly string[];
  /** Whether the title names what the page shows, and not the page. */
  readonly own: boolean;
}

/**
 * The head of a page: it is called as its entry in the menu, below what that stands below; what tells a detail stands
 * below the page whose detail it is. A subject that bears the name of its page is not named twice.
 * @param trail names in the menu down to the page, or to the one whose detail it is
 * @param own what a page calls itself by what it shows
 */
export function headOf(
  trail: readonly string[],
  page: { readonly title: string; readonly detail: boolean } | undefined,
  own: string | undefined,
): PageTitle {
  const detail = page?.detail === true;
  const title = own ?? (detail ? undefined : trail.at(-1)) ?? page?.title ?? '';
  const over = detail || own !== undefined ? trail : trail.slice(0, -1);
  return {
    title,
    over: over.filter((name, i) => name !== (over[i + 1] ?? title)),
    own: own !== undefined,
  };
}

/** The page's title and the names over it, from the menu tree, else from the page itself. */
export function usePageTitle(): PageTitle {
  const menu = useMenu();
  const text = useText();
  const t = useTexts<typeof import('./texts.ts').texts>('shell');
  const { title: own } = useShownPageHead();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const page = findPage(pages, path);
  const trail = trailTo(menu, page?.parent ?? path).map((node) => node.funName);
  const named = page && { title: text(page.title), detail: page.parent !== undefined };
  const head = headOf(trail, named, own);
  const { title } = head;
  useEffect(() => {
    document.title = title ? `${title} · Meterhouse` : 'Meterhouse';
  }, [title]);
  // Homes stand in no menu.
  return trail.length === 0 && homeAt(path) ? { ...head, over: [t('home')] } : head;
}
