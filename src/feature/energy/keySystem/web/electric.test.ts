import { expect, test } from 'vitest';
import type { AnalysisRow } from '#contract/analysis.ts';
import type { AnalysisAnswer } from '#feature/meters/analysisFrame/contract.ts';
import type { ChartWords } from '#web/analysisFrame/analysis.ts';
import { chosenOf, NONE, proposedPeriods } from '#feature/energy/comparison/web/chosen.ts';
import { bubbleChart } from '#web/analysisFrame/bubbleChart.ts';
import { scatterChart } from './scatterChart.ts';

const words = { say: (text) => text.en, chart: (() => '') as unknown } as ChartWords;
const row = (key: string, cells: AnalysisRow['cells']): AnalysisRow => ({
  key,
  cells,
  coverage: 100,
  flags: [],
});
const answerOf = (part: Partial<AnalysisAnswer>): AnalysisAnswer =>
  ({ figures: [], interval: '301', columns: [], rows: [], ...part }) as unknown as AnalysisAnswer;

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

test('a comparison proposes the stretch before, until a person takes everything away', () => {
  expect(proposedPeriods({ begin: '2024-03-01', end: '2024-03-31' })).toEqual(['2024-03-01', '2024-02-01']);
  expect(proposedPeriods({ begin: '2024-03-01', end: '2024-03-07' })).toEqual(['2024-03-01', '2024-02-23']);
  expect(chosenOf([], ['a'])).toEqual(['a']);
  expect(chosenOf([NONE], ['a'])).toEqual([]);
  expect(chosenOf(['b'], ['a'])).toEqual(['b']);
});
