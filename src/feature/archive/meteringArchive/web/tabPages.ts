import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import type { ArchiveTab } from '#contract/archiveTab.ts';

export interface TabPageProps {
  readonly tab: ArchiveTab;
}

type TabPage = LazyExoticComponent<ComponentType<TabPageProps>>;

/** A page of a tab, fetched when it is first shown. */
export const tabPage = (load: () => Promise<{ default: ComponentType<TabPageProps> }>): TabPage => lazy(load);

const fileTab = tabPage(() => import('#feature/archive/archiveFile/web/FileTab.tsx'));
const gaugeTab = tabPage(() => import('#feature/archive/gaugeStatistics/web/GaugeTab.tsx'));

/** Pages of tabs that are no plain list of their resource, by number of tab. */
export const TAB_PAGES: Readonly<Partial<Record<number, TabPage>>> = {
  0: tabPage(() => import('./EnterprisePage.tsx')),
  19: fileTab,
  20: fileTab,
  21: fileTab,
  22: fileTab,
  26: gaugeTab,
  27: gaugeTab,
  28: gaugeTab,
  29: gaugeTab,
  30: tabPage(() => import('#feature/archive/annualTable/web/AnnualTablePage.tsx')),
  31: fileTab,
  32: fileTab,
  33: fileTab,
  34: fileTab,
};
