import { expect, test } from 'vitest';
import { DAY_MS as DAY } from '#domain/time/duration.ts';
import type { LoadCurve, MeterCurve } from '../contract.ts';
import { loadCurveChart } from './loadCurveChart.ts';

const from = Date.UTC(2024, 1, 28, 16);

test('each interval has its highest and lowest; one that nobody knows is a gap; what is left out is said', () => {
  const meter: MeterCurve = {
    ammeterId: 1,
    ammeterName: 'Main',
    total: 2880,
    from: [from, from + 2 * DAY],
    low: [1, 2],
    lowAt: [from, from + 2 * DAY],
    high: [40, 30],
    highAt: [from + 60_000, from + 2 * DAY],
  };
  const curve: LoadCurve = {
    begin: '2024-02-29', end: '2024-03-02', from, to: from + 3 * DAY, timeZone: 'Asia/Shanghai', unit: 'kW', stretch: 'day', list: [meter],
  }; // prettier-ignore
  const chart = loadCurveChart(curve, meter, ({ en }) => en);
  expect(chart.name).toBe('Main · Lowest and highest of each day, of 2,880 instantaneous readings of power');
  expect(chart.x).toEqual({
    names: ['2024-02-29', '2024-03-01', '2024-03-02'],
    ticks: [
      { at: 0, text: '2024-02' },
      { at: 1, text: '2024-03' },
    ],
  });
  expect(chart.series.map(({ values }) => values)).toEqual([
    [40, null, 30],
    [1, null, 2],
  ]);
});
