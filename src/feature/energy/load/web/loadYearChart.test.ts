import { expect, test } from 'vitest';
import { loadYearChart, type LoadMonth } from './loadYearChart.ts';

const month = (dt: string, pZMax: number | null, pZAvg: number | null): LoadMonth => ({
  dt,
  interval: '115',
  pZMax,
  pZMaxTime: null,
  pZMin: null,
  pZMinTime: null,
  pZAvg,
  pZRate: null,
  ppvdv: null,
});

test('months of two years stand beside each other; a month that nobody knows is a gap', () => {
  const chart = loadYearChart(
    'kW',
    { 8: [month('2026-01', 40, 20)], 9: [month('2025-01', null, null), month('2025-02', 30, 10)] },
    ({ en }) => en,
  );
  expect(chart.x.names).toHaveLength(12);
  expect(chart.series.map(({ label, values }) => [label, ...values.slice(0, 3)])).toEqual([
    ['2026 highest', 40, null, null],
    ['2025 highest', null, 30, null],
    ['2026 mean', 20, null, null],
    ['2025 mean', null, 10, null],
  ]);
});
