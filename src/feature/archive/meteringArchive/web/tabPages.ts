import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import type { ArchiveTab } from '#contract/archiveTab.ts';
import { AnnualTablePage } from '#feature/archive/annualTable/web/public.ts';
import { FileTab } from '#feature/archive/archiveFile/web/public.ts';
import { GaugeTab } from '#feature/archive/gaugeStatistics/web/public.ts';

interface TabPageProps {
  readonly tab: ArchiveTab;
}

type TabPage = LazyExoticComponent<ComponentType<TabPageProps>>;

/** A page of a tab, fetched when it is first shown. */
const tabPage = (load: () => Promise<{ default: ComponentType<TabPageProps> }>): TabPage => lazy(load);

/** Pages of tabs that are no plain list of their resource, by number of tab. */
export const TAB_PAGES: Readonly<Partial<Record<number, TabPage>>> = {
  0: tabPage(() => import('./EnterprisePage.tsx')),
  19: FileTab,
  20: FileTab,
  21: FileTab,
  22: FileTab,
  26: GaugeTab,
  27: GaugeTab,
  28: GaugeTab,
  29: GaugeTab,
  30: AnnualTablePage,
  31: FileTab,
  32: FileTab,
  33: FileTab,
  34: FileTab,
};
