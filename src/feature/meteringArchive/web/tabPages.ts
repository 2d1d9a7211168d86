import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import type { ArchiveTab } from '#contract/archiveTab.ts';

export interface TabPageProps {
  readonly tab: ArchiveTab;
}

type TabPage = LazyExoticComponent<ComponentType<TabPageProps>>;

/** A page of a tab, fetched when it is first shown. */
export const tabPage = (load: () => Promise<{ default: ComponentType<TabPageProps> }>): TabPage => lazy(load);

/** Pages of tabs that are no plain list of their resource, by number of tab. */
export const TAB_PAGES: Readonly<Partial<Record<number, TabPage>>> = {
  0: tabPage(() => import('./EnterprisePage.tsx')),
  30: tabPage(() => import('#feature/annualTable/web/AnnualTablePage.tsx')),
};
