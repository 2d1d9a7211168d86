import { expect, test } from 'vitest';
import type { AnalysisRow } from '#contract/analysis.ts';
import type { AnalysisAnswer } from '#feature/meters/analysisFrame/contract.ts';
import type { BucketChart } from '#web/chart/ChartModel.ts';
import { withUnmeasured } from './unmeasured.ts';

const row = (key: string, power: number | null, rate: number | null, more: Partial<AnalysisRow> = {}): AnalysisRow => ({
  key, cells: { time: key, power, rate }, coverage: 100, flags: [], ...more,
}); // prettier-ignore

test('quarters of which the energy of a longer interval alone is known are told apart in the curve', () => {
  const rows = [row('00:00', 40, 1), row('00:15', 20, null), row('00:30', null, null), row('00:45', 30, null, { unfinished: true })]; // prettier-ignore
  const series = ['power', 'yesterday'].map((key) => ({ key, label: key, kind: 'line', color: 'primary', values: [] }) as const); // prettier-ignore
  const chart = { kind: 'buckets', series } as unknown as BucketChart;
  const drawn = withUnmeasured({ rows } as unknown as AnalysisAnswer, chart);
  expect(drawn.series.map(({ key, unmeasured }) => [key, unmeasured])).toEqual([
    ['power', [1]],
    ['yesterday', undefined],
  ]);
});
