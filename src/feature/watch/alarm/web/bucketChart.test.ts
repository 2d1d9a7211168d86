import { expect, test } from 'vitest';
import { bucketChart } from './bucketChart.ts';

const HOUR = 3_600_000;
const T = Date.parse('2026-11-19T06:00:00Z');
const row = { unit: 'kWh', limitValue: 100, timeZone: 'Asia/Shanghai', raisedAt: T, clearedAt: T + 2 * HOUR };
const words = { name: 'Use of an hour', limit: 'Limit 100' };
const bucket = (i: number, value: number | null) => ({ start: T + (i - 1) * HOUR, end: T + i * HOUR, value, covered: value === null ? 0.5 : 1, peer: null }); // prettier-ignore

test('a bar for each hour, the limit, and the hours that were beyond it; what is not known is a gap', () => {
  const buckets = [bucket(-1, null), bucket(0, 120), bucket(1, 130), bucket(2, 90)];
  const chart = bucketChart(row, { level: 'hour', buckets }, words);
  expect(chart.series[0]).toMatchObject({ kind: 'bar', values: [null, 120, 130, 90] });
  expect(chart.x.names[1]).toBe('2026-11-19 13:00');
  expect(chart.limits).toEqual([{ value: 100, label: 'Limit 100', declared: true }]);
  expect(chart.states).toEqual([{ from: 1, to: 3, status: 'alarm' }]);
});

test('days are called by their date; one that stands reaches to the last of them', () => {
  const buckets = Array.from({ length: 24 }, (_, i) => ({ start: T + (i - 25) * 24 * HOUR, end: T + (i - 24) * 24 * HOUR, value: 90 + i, covered: 1, peer: null })); // prettier-ignore
  const open = { ...row, raisedAt: T - 10 * 24 * HOUR, clearedAt: null };
  const chart = bucketChart(open, { level: 'day', buckets }, words);
  expect(chart.x.names[0]).toBe('2026-10-25');
  expect(chart.x.ticks.length).toBeLessThanOrEqual(6);
  expect(chart.states).toEqual([{ from: 14, to: 24, status: 'alarm' }]);
});
