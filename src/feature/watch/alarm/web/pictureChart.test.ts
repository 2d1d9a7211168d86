import { expect, test } from 'vitest';
import type { AlarmRow } from '../contract.ts';
import { latestOf, pictureChart, windowOf } from './pictureChart.ts';

const T = Date.parse('2026-11-19T06:06:12Z');
const MINUTE = 60_000;

const row: AlarmRow = {
  id: 1, recordName: 'Current high', consumerId: 1, siteId: 1, siteName: 'Melt shop', timeZone: 'Asia/Shanghai', ammeterId: 2,
  ammeterName: 'Fan 2', alarmId: 3, gatewayId: null, gatewayName: null, signalPointId: null, pointName: null, watchKind: null, chatters: false, alarmType: '1', alarmLevel: '1', alarmStatus: '1', process: '0', raisedAt: T, clearedAt: null,
  raiseCount: 1, peakValue: 418, limitValue: 380, deadBand: 7.6, side: 'above', method: 'above', figure: null, dataCode: 'IA', unit: 'A', onDelay: 60,
  offDelay: 60, version: 4, origin: 'live', revision: null, revisionInfo: null, confirmInfo: null, confirmedAt: null,
  confirmedBy: null, procInfo: null, shelvedUntil: null, shelvedFor: null,
}; // prettier-ignore
const words = { name: 'Current', limit: 'Limit', back: 'Band', raised: 'raised', cleared: 'cleared' };

test('an hour before the raise until now; a little after its end; of one that stands for days the first day', () => {
  expect(windowOf(row, T + 16 * MINUTE)).toEqual({ from: T - 60 * MINUTE, to: T + 16 * MINUTE });
  expect(windowOf({ ...row, clearedAt: T + 10 * MINUTE }, T + 300 * MINUTE).to).toBe(T + 25 * MINUTE);
  expect(windowOf({ ...row, clearedAt: T + 10 * MINUTE }, T + 12 * MINUTE).to).toBe(T + 12 * MINUTE);
  expect(windowOf(row, T + 5000 * MINUTE).to).toBe(T - 60 * MINUTE + 1440 * MINUTE);
  // Its newest value is none of its first day.
  expect(latestOf(row, T + 5000 * MINUTE)).toEqual({ from: T + 4940 * MINUTE, to: T + 5000 * MINUTE });
  expect(latestOf(row, T + 16 * MINUTE)).toEqual(windowOf(row, T + 16 * MINUTE));
  // The clock of this browser may be behind the server's.
  expect(windowOf(row, T - 5 * MINUTE).to).toBe(T + MINUTE);
});

test('limit, dead band below it, raise and clear, and the time the alarm stood', () => {
  const window = windowOf(row, T + 16 * MINUTE);
  const ts = [-2, -1, 0, 1].map((minute) => T + minute * MINUTE);
  const chart = pictureChart(row, { ts, values: [350, 384, 390, 412] }, window, words);
  expect(chart.series[0]?.values).toEqual([350, 384, 390, 412]);
  expect(chart).toMatchObject({
    scale: { unit: 'A', factor: 1 },
    x: { span: 76 * MINUTE, at: [58, 59, 60, 61].map((minute) => minute * MINUTE), names: ['14:04:12', '14:05:12', '14:06:12', '14:07:12'] },
    limits: [{ value: 380, label: 'Limit', declared: true }, { value: 372.4, label: 'Band' }],
    deadBand: { from: 372.4, to: 380 },
    states: [{ from: 60 * MINUTE, to: 76 * MINUTE, status: 'alarm' }],
    events: [{ at: 60 * MINUTE, label: 'raised' }],
  }); // prettier-ignore
  expect(chart.x.ticks.map(({ text }) => text)).toEqual(['13:15', '13:30', '13:45', '14:00', '14:15']);
});

test('below a lower limit the band lies above it; without a limit there is none; what is missing is a gap', () => {
  // A rule on the limits of data items breaks the lower one.
  const low = {
    ...row,
    method: 'limitSet',
    side: 'below' as const,
    limitValue: 0.58,
    deadBand: 0.02,
    clearedAt: T + 5 * MINUTE,
  };
  const window = windowOf(low, T + 60 * MINUTE);
  const ts = [0, 1, 2, 9, 10].map((minute) => T + minute * MINUTE);
  const chart = pictureChart(low, { ts, values: [0.57, 0.56, 0.55, 0.61, 0.62] }, window, words);
  expect(chart.deadBand).toEqual({ from: 0.58, to: 0.6 });
  expect(chart.events?.map(({ label }) => label)).toEqual(['raised', 'cleared']);
  expect(chart.states?.[0]?.to).toBe(65 * MINUTE);
  expect(chart.series[0]?.values).toEqual([0.57, 0.56, 0.55, null, 0.61, 0.62]);
  const none = pictureChart({ ...row, limitValue: null }, { ts, values: [1, 1, 1, 1, 1] }, window, words);
  expect(none).toMatchObject({ limits: [] });
  expect(none.deadBand).toBeUndefined();
});
