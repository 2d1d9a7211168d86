import { lazy } from 'react';
import type { Analysis } from '#feature/energy/analysis/web/analysis.ts';

/** The screen of an analysis, loaded when its tab is opened. */
const analysis = (read: () => Promise<Analysis>) =>
  lazy(async () => {
    const [{ pageOf }, one] = await Promise.all([
      import('#feature/energy/analysis/web/AnalysisPage.tsx'),
      read(),
    ]);
    return { default: pageOf(one) };
  });

/** The screens that tabs show, with what they are about held still. */
export const ChargePage = lazy(() => import('#feature/money/charge/web/ChargePage.tsx'));
export const DemandPage = analysis(
  async () => (await import('#feature/energy/analysis/web/demand.ts')).demand,
);
export const QualityPage = analysis(
  async () => (await import('#feature/energy/analysis/web/quality.ts')).quality,
);
export const LifePage = lazy(() => import('#feature/meters/ledger/web/MeterLifePage.tsx'));
export const ContactPage = lazy(() => import('#feature/meters/communication/web/MeterPage.tsx'));
export const RatePage = lazy(() => import('#feature/meters/communication/web/RatePage.tsx'));
export const RepairPage = lazy(() => import('#feature/meters/correction/web/MeterRepairPage.tsx'));
export const LoadPage = analysis(async () => (await import('#feature/energy/analysis/web/load.ts')).load);
export const UseTab = lazy(() => import('./UseTab.tsx'));
export const MetersTab = lazy(() => import('./MetersTab.tsx'));
export const ArchiveTab = lazy(() => import('./ArchiveTab.tsx'));
export const PeopleTab = lazy(() => import('./PeopleTab.tsx'));
