import { INTERVAL } from '#contract/interval.ts';
import type { ReportContent, ReportPeriod } from '#contract/report.ts';
import type { Interval } from '#contract/interval.ts';
import type { AnalysisSource } from '#feature/meters/analysisFrame/server/public.ts';
import { statementSource } from '#feature/energy/statement/server/public.ts';
import { timeShare } from '#feature/energy/timeOfUse/server/public.ts';
import { classChart, energy, part } from '#feature/energy/use/server/public.ts';
import { classify, form, shift } from '#feature/statistics/energyStatistics/server/public.ts';

/** What each content of a report asks. */
export const SOURCES: Readonly<Record<ReportContent, AnalysisSource>> = {
  energy: energy.source,
  class: classChart.source,
  part: part.source,
  statement: statementSource,
  timeShare: timeShare.source,
  statisticsForm: form.source,
  statisticsClassify: classify.source,
  shift: shift.source,
};

/** How fine a period is told, the best first. */
const FINE: Readonly<Record<ReportPeriod, readonly Interval[]>> = {
  day: [INTERVAL.hour, INTERVAL.day],
  week: [INTERVAL.day, INTERVAL.hour],
  month: [INTERVAL.day, INTERVAL.hour],
  year: [INTERVAL.month, INTERVAL.day],
};

/** The interval at which a content tells a period. */
export const intervalOf = ({ intervals }: AnalysisSource, period: ReportPeriod): Interval =>
  FINE[period].find((one) => intervals.includes(one)) ?? intervals[0] ?? INTERVAL.day;
