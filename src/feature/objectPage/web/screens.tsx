import { lazy } from 'react';
import type { Analysis } from '#feature/analysis/web/analysis.ts';

/** The screen of an analysis, loaded when its tab is opened. */
const analysis = (read: () => Promise<Analysis>) =>
  lazy(async () => {
    const [{ pageOf }, one] = await Promise.all([import('#feature/analysis/web/AnalysisPage.tsx'), read()]);
    return { default: pageOf(one) };
  });

/** The screens that tabs show, with what they are about held still. */
export const ChargePage = lazy(() => import('#feature/charge/web/ChargePage.tsx'));
export const DemandPage = analysis(async () => (await import('#feature/analysis/web/demand.ts')).demand);
export const QualityPage = analysis(async () => (await import('#feature/analysis/web/quality.ts')).quality);
export const LifePage = lazy(() => import('#feature/ledger/web/MeterLifePage.tsx'));
export const ContactPage = lazy(() => import('#feature/communication/web/MeterPage.tsx'));
export const RatePage = lazy(() => import('#feature/communication/web/RatePage.tsx'));
export const RepairPage = lazy(() => import('#feature/correction/web/MeterRepairPage.tsx'));
export const LoadPage = analysis(async () => (await import('#feature/analysis/web/load.ts')).load);
export const UseTab = lazy(() => import('./UseTab.tsx'));
export const MetersTab = lazy(() => import('./MetersTab.tsx'));
export const ArchiveTab = lazy(() => import('./ArchiveTab.tsx'));
export const PeopleTab = lazy(() => import('./PeopleTab.tsx'));
