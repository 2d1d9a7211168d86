import { expect, test } from 'vitest';
import type { AnalysisRow } from '#contract/analysis.ts';
import { answerOf } from '#web/analysisFrame/testBed.ts';
import type { ChartWords } from '#web/analysisFrame/analysis.ts';
import { scatterChart } from './scatterChart.ts';

const words = { say: (text) => text.en, chart: (() => '') as unknown } as ChartWords;
const row = (key: string, cells: AnalysisRow['cells']): AnalysisRow => ({
  key,
  cells,
  coverage: 100,
  flags: [],
});

test('a scatter has a series for each system, its axes hold all points', () => {
  const columns = [
    { key: 'output', label: { zh: '', en: 'Cold in an hour' }, kind: 'amount' as const, unit: 'GJ/h' },
    { key: 'efficiency', label: { zh: '', en: 'COP' }, kind: 'amount' as const, unit: '' },
  ];
  const rows = [
    row('1', { time: 'a', name: 'One', output: 1.2, efficiency: 4.9 }),
    row('2', { time: 'b', name: 'Two', output: 0.4, efficiency: 5.5 }),
    row('3', { time: 'c', name: 'One', output: 0.9, efficiency: 4.1 }),
  ];
  const points = scatterChart(answerOf({ columns, rows }), words);
  expect(points.series.map(({ label, points: own }) => [label, own.length])).toEqual([
    ['One', 2],
    ['Two', 1],
  ]);
  expect(points.x.max).toBeGreaterThanOrEqual(1.2);
  expect(points.y.max).toBeGreaterThanOrEqual(5.5);
});
