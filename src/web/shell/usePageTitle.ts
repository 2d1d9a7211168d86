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

/** The page's title and the names over it, from the menu tree, else from the page itself. */
export function usePageTitle(): PageTitle {
  const menu = useMenu();
  const text = useText();
  const t = useTexts<typeof import('./texts.ts').texts>('shell');
  const { title: own } = useShownPageHead();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const page = findPage(pages, path);
  const trail = trailTo(menu, page?.parent ?? path).map((node) => node.funName);
  const inMenu = page?.parent ? undefined : trail.at(-1);
  const title = own ?? inMenu ?? (page ? text(page.title) : '');
  const crumbs = page?.parent || own ? trail : trail.slice(0, -1);
  // Homes stand in no menu.
  const over = trail.length === 0 && homeAt(path) ? [t('home')] : crumbs;
  useEffect(() => {
    document.title = title ? `${title} · Meterhouse` : 'Meterhouse';
  }, [title]);
  return { title, over, own: own !== undefined };
}
