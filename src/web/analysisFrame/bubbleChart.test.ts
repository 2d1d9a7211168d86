import { expect, test } from 'vitest';
import type { AnalysisRow } from '#contract/analysis.ts';
import { answerOf } from './testBed.ts';
import type { ChartWords } from './analysis.ts';
import { bubbleChart } from './bubbleChart.ts';

const words = { say: (text) => text.en, chart: (() => '') as unknown } as ChartWords;
const row = (key: string, cells: AnalysisRow['cells']): AnalysisRow => ({
  key,
  cells,
  coverage: 100,
  flags: [],
});

test('bubbles stand where each day was highest; a day without one has none', () => {
  const columns = (['value', 'secondValue'] as const).map((key) => ({
    key,
    label: { zh: key, en: key },
    kind: 'amount' as const,
    unit: 'kW',
  }));
  const rows = [
    row('1', { time: '2024-02-01', value: 120, at: '12:30', secondValue: 90, standard: 100, max: null }),
    row('2', { time: '2024-02-02', value: null, at: null, secondValue: null, standard: 100, max: null }),
    row('3', { time: '2024-02-03', value: 80, at: '24:00', secondValue: null, standard: 100, max: null }),
  ];
  const bubbles = bubbleChart(answerOf({ columns, rows }), 'Peaks', { value: 'value', at: 'at' }, words);
  expect(bubbles.series[0]?.points).toEqual([
    { x: 0.5, y: 12.5, value: 120, name: '2024-02-01 12:30', row: 0 },
    { x: 2.5, y: 24, value: 80, name: '2024-02-03 24:00', row: 2 },
  ]);
});
