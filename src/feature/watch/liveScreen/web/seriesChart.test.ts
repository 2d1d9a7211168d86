import { expect, test } from 'vitest';
import { MINUTE_MS } from '#domain/time/duration.ts';
import type { SeriesWire } from '../contract.ts';
import { heldAt, meanOfSeries, seriesChart, ticksOf } from './seriesChart.ts';

const WORDS = { name: 'P', upperAlarm: 'HH', upperWarning: 'H', lowerWarning: 'L', lowerAlarm: 'LL' };
const NONE = { upperAlarm: null, upperWarning: null, lowerWarning: null, lowerAlarm: null };

const series = (points: SeriesWire['points'], more: Partial<SeriesWire> = {}): SeriesWire => ({
  ammeterId: 1,
  ammeterName: 'M',
  dataCode: 'PZ',
  label: { zh: '功率', en: 'Power' },
  unit: 'kW',
  timeZone: 'Asia/Shanghai',
  kind: 'gauge',
  points,
  thinnedFrom: null,
  limits: NONE,
  alarms: [],
  ...more,
});

const at = (minute: number): number => minute * MINUTE_MS;

test('a sample holds for three of its steps at other instants, then there is a gap; a null is a gap at once', () => {
  const points = [
    [at(0), 1],
    [at(1), 2],
    [at(2), null],
    [at(3), 4],
  ] as const;
  const instants = [0, 0.5, 1.5, 2, 2.5, 3, 4, 5.5, 6, 9].map(at);
  expect(heldAt(points, instants)).toEqual([1, 1, 2, null, null, 4, 4, 4, null, null]);
  expect(heldAt([], instants.slice(0, 2))).toEqual([null, null]);
  // Nothing is told before the first.
  expect(heldAt([[at(5), 1]], [at(4), at(5)])).toEqual([null, 1]);
});

test('the mean is that of all readings: of the lowest and highest that thinning left it is not known', () => {
  const points = [
    [at(0), 0],
    [at(1), 100],
    [at(2), null],
    [at(3), 20],
  ] as const;
  expect(meanOfSeries(series(points))).toBe(40);
  expect(meanOfSeries(series(points, { thinnedFrom: 60_000 }))).toBeNull();
});

test('limits stand where one series is drawn alone, alarms are cut to the chart and told by their gravity', () => {
  const limits = { ...NONE, upperAlarm: 10, lowerWarning: 2 };
  const alarms = [
    { recordId: 1, name: 'a', level: '2', from: at(-5), to: at(1) },
    { recordId: 2, name: 'b', level: '3', from: at(3), to: null },
  ];
  const one = series([[at(0), 5]], { limits, alarms });
  const range = { from: at(0), to: at(4) };
  const chart = seriesChart([{ series: one, label: 'M', ix: 0 }], range, WORDS);
  expect(chart.limits).toEqual([
    { value: 10, label: 'HH', declared: true },
    { value: 2, label: 'L', declared: false },
  ]);
  expect(chart.states).toEqual([
    { from: 0, to: at(1), status: 'alarm' },
    { from: at(3), to: at(4), status: 'warning' },
  ]);
  const two = seriesChart([{ series: one, label: 'M', ix: 0 }, { series: series([[at(1), 6]]), label: 'N', ix: 1 }], range, WORDS); // prettier-ignore
  expect(two.limits).toEqual([]);
  expect(two.x.at).toEqual([0, at(1)]);
  expect(two.series.map((line) => line.values)).toEqual([
    [5, 5],
    [null, 6],
  ]);
});

test('ticks are few and round', () => {
  const from = Date.parse('2026-03-01T00:00:00+08:00');
  const day = ticksOf('Asia/Shanghai', from, from + 24 * 60 * MINUTE_MS);
  expect(day.map((tick) => tick.text)).toEqual([
    '00:00',
    '03:00',
    '06:00',
    '09:00',
    '12:00',
    '15:00',
    '18:00',
    '21:00',
    '00:00',
  ]);
  expect(ticksOf('Asia/Shanghai', from, from + 30 * 24 * 60 * MINUTE_MS).length).toBeLessThanOrEqual(9);
});
