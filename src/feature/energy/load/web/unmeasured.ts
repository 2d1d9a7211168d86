import type { AnalysisAnswer } from '#feature/meters/analysisFrame/contract.ts';
import type { BucketChart } from '#web/chart/ChartModel.ts';

/** A quarter of an hour with a power and no load factor was not measured: its energy is that of a longer interval. */
export function withUnmeasured({ rows }: AnalysisAnswer, chart: BucketChart): BucketChart {
  const unmeasured = rows.flatMap(({ cells, unfinished }, i) =>
    cells['power'] !== null && cells['rate'] === null && !unfinished ? [i] : [],
  );
  const series = chart.series.map((one) => (one.key === 'power' ? { ...one, unmeasured } : one));
  return { ...chart, series };
}
