import { expect, test } from 'vitest';
import type { RealData, RealParam } from '../contract.ts';
import { valueRowsOf } from './valueRows.ts';

const NOW = 1_770_000_000_000;
const MINUTE = 60_000;

const power: RealParam = {
  objCode: 'H1',
  objectId: 7,
  objName: 'Furnace',
  entityUrl: null,
  paramName: 'Power',
  controlType: 'text',
  monitorType: '1',
  monitorItemId: null,
  signalPointId: null,
  ammeterId: 5,
  dataCode: 'PZ',
  unit: 'kW',
};
const told = (part: Pick<RealData, 'value' | 'ts' | 'quality'>): RealData => ({
  objCode: null,
  paramName: null,
  monitorItemId: null,
  signalPointId: null,
  ammeterId: 5,
  dataCode: 'PZ',
  unit: 'kW',
  alarmLevel: null,
  word: null,
  ...part,
});
const rowOf = (data: RealData, ts: number) =>
  valueRowsOf({ values: [power], datas: [data], now: NOW }, new Map([[5, { PZ: { value: 400, ts } }]]))[0];

test('the feed brings a value up to date that is later than what the server told', () => {
  const data = told({ value: 1, ts: NOW - MINUTE, quality: 'old' });
  expect(rowOf(data, NOW)).toMatchObject({ value: 400, ts: NOW, quality: 'good' });
});

test('what the server has judged old or doubtful stays so, though it came by the feed', () => {
  const old = told({ value: 400, ts: NOW - 10 * MINUTE, quality: 'old' });
  expect(rowOf(old, NOW - 10 * MINUTE)).toMatchObject({ value: 400, quality: 'old' });
  const takenOut = told({ value: null, ts: NOW - MINUTE, quality: 'doubtful' });
  expect(rowOf(takenOut, NOW - MINUTE)).toMatchObject({ value: null, quality: 'doubtful' });
});

test('a value that the server does not tell any more does not come back from the memory of the page', () => {
  const none = told({ value: null, ts: null, quality: 'none' });
  expect(rowOf(none, NOW - 70 * MINUTE)).toMatchObject({ value: null, ts: null, quality: 'none' });
  expect(rowOf(none, NOW)).toMatchObject({ value: 400, quality: 'good' });
});
