import { afterAll, beforeAll, expect, test } from 'vitest';
import { QUARTER_MS as QUARTER } from '#domain/time/duration.ts';
import { foldDirty, storeIntervals } from '#feature/meters/reading/server/public.ts';
import { buildMeters } from '#test/build/meter.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import type { LoadStatistic } from '../contract.ts';
import type { AnalysisAnswer } from '#feature/meters/analysisFrame/contract.ts';

const DAYS = 45;
/** 2024-02-01 00:00 in Shanghai. */
const FIRST = Date.UTC(2024, 0, 31, 16);

let product: Product;
let operator: Client;
let consumerId = 0;
let meterIds: number[] = [];
/** Tenths of a kWh of each meter and quarter of an hour. */
const truth: number[][] = [[], []];

beforeAll(async () => {
  product = await startProduct();
  operator = await product.operator();
  const { db } = product.database;
  ({ consumerId, meterIds } = await buildMeters(db, { name: 'electric', meters: 2 }));
  let random = 3;
  const values = meterIds.flatMap((meterId, m) =>
    Array.from({ length: DAYS * 96 }, (_, i) => {
      random = (random * 1103515245 + 12345) % 2147483648;
      const tenths = random % 300;
      truth[m]?.push(tenths);
      const start = FIRST + i * QUARTER;
      return { meterId, start, end: start + QUARTER, code: 'PP', value: (tenths / 10).toFixed(1) };
    }),
  );
  await storeIntervals(db, values);
  await foldDirty(db);
});
afterAll(() => product.close());

const call = async <T>(name: string, params: Record<string, unknown> = {}): Promise<T> =>
  ok(await operator.get<T>(`/api/analysis/${name}`, { orgId: consumerId, ...params }));

/** Tenths of a kWh of the enterprise in quarters [from, to). */
const sum = (from: number, to: number): number => {
  let tenths = 0;
  for (const values of truth) for (let i = from; i < to; i++) tenths += values[i] ?? 0;
  return tenths;
};
const date = (day: number): string =>
  new Date(FIRST + day * 86_400_000 + 28_800_000).toISOString().slice(0, 10);
const hours = (day: number): number[] => Array.from({ length: 24 }, (_, h) => sum(day * 96 + h * 4, day * 96 + h * 4 + 4) / 10); // prettier-ignore
const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

test('peaks: bubbles, times and the ten highest hours; the sheet holds the days', async () => {
  const params = { beginDate: date(0), endDate: date(19), dataClassifyId: 1 };
  interface Peaks {
    readonly list: readonly { date: string; hour: number; value: number; share: number }[];
    readonly timeList: readonly { time: string; count: number }[];
    readonly topList: readonly { time: string; value: number }[];
  }
  const { list, timeList, topList } = await call<Peaks>('peak/getDistribution', params);
  const days = Array.from({ length: 20 }, (_, day) => day);
  const tops = days.map((day) => {
    const most = Math.max(...hours(day));
    return { date: date(day), hour: hours(day).indexOf(most), value: most };
  });
  expect(list.map(({ date: on, hour, value }) => ({ date: on, hour, value }))).toEqual(tops);
  expect(list[3]?.share).toBeCloseTo((tops[3]?.value ?? 0) / hours(3).reduce((a, b) => a + b, 0), 9);
  const counts = Array.from({ length: 24 }, (_, hour) => tops.filter((one) => one.hour === hour).length);
  for (const { time, count } of timeList) expect(counts[Number(time.slice(0, 2))]).toBe(count);
  expect(timeList.reduce((all, { count }) => all + count, 0)).toBe(20);
  const all = days.flatMap((day) =>
    hours(day).map((value, h) => ({ time: `${date(day)} ${clock(h)}`, value })),
  );
  const highest = all.toSorted((a, b) => b.value - a.value).slice(0, 10);
  expect(topList.map(({ value }) => value)).toEqual(highest.map(({ value }) => value));
  expect((await call<Peaks>('peak/getTopList', params)).topList).toEqual(topList);
  expect((await call<Peaks>('peak/getTimesList', params)).timeList).toEqual(timeList);
  const { body } = await operator.download('/api/analysis/peak/exportDailyPeak', {
    ...params,
    dataAmmeterId: meterIds[0],
    format: 'csv',
  });
  expect(body.toString('utf8').trim().split('\r\n')).toHaveLength(21);
  const whole = await operator.download('/api/analysis/peak/exportDailyPeak', {
    ...params,
    orgId: consumerId,
    format: 'csv',
  });
  // Another energy has other peaks: water has none here.
  const water = await operator.download('/api/analysis/peak/exportDailyPeak', {
    ...params,
    orgId: consumerId,
    dataClassifyId: 2,
    format: 'csv',
  });
  const figures = tops.map(({ value }) => String(value));
  expect(
    water.body
      .toString('utf8')
      .split(/[,\r\n]+/)
      .filter((cell) => figures.includes(cell)),
  ).toEqual([]);
  const lines = whole.body.toString('utf8').trim().split('\r\n').slice(1);
  expect(lines.map((line) => line.split(',')[0])).toEqual(days.map((day) => date(day)));
  lines.forEach((line, day) => expect(line.split(',').map(Number)).toContain(tops[day]?.value));
  expect(
    await operator.get('/api/analysis/peak/exportDailyPeak', { orgId: consumerId, beginDate: '2024/02/01' }),
  ).toMatchObject({ code: 400, field: 'beginDate' });
  expect(
    await operator.get('/api/analysis/peak/getTopList', { orgId: consumerId, beginDate: 'soon' }),
  ).toMatchObject({ code: 400, field: 'beginDate' });
});

/** Highest, lowest and mean kW of quarters [from, to), by looking at each. */
function loadOf(from: number, to: number) {
  const powers = Array.from({ length: to - from }, (_, i) => (sum(from + i, from + i + 1) * 4) / 10);
  const [max, min] = [Math.max(...powers), Math.min(...powers)];
  return { max, min, mean: powers.reduce((a, b) => a + b, 0) / powers.length, powers };
}

test('load by dtType: day, day before, same day last week and last month, months', async () => {
  const { list } = await call<{ list: LoadStatistic[] }>('load/getStatistics', { date: '2024-03-10' });
  const day = 38;
  const intervals: Record<number, [number, number]> = {
    1: [day * 96, (day + 1) * 96],
    2: [(day - 1) * 96, day * 96],
    3: [(day - 7) * 96, (day - 6) * 96],
    4: [(day - 29) * 96, (day - 28) * 96],
    5: [29 * 96, DAYS * 96],
    12: [0, 29 * 96],
    8: [0, DAYS * 96],
  };
  expect(list.map(({ dtType }) => dtType)).toEqual([1, 2, 3, 4, 5, 12, 10, 8, 9, 11]);
  for (const one of list) {
    const period = intervals[one.dtType];
    if (!period) {
      expect([9, 10, 11]).toContain(one.dtType);
      expect(one).toMatchObject({ pZMax: null, pZRate: null });
      continue;
    }
    const { max, min, mean } = loadOf(...period);
    expect(one).toMatchObject({ pZMax: max, pZMin: min });
    expect(one.ppvdv).toBeCloseTo(max - min, 6);
    expect(one.pZAvg).toBeCloseTo(mean, 6);
    expect(one.pZRate).toBeCloseTo(mean / max, 6);
  }
  // February has no 30th.
  const late = await call<{ list: LoadStatistic[] }>('load/getStatistics', { date: '2024-03-30' });
  expect(late.list.map(({ dtType }) => dtType)).not.toContain(4);
});

test('load by dtType of years: a date of the next year lays this year beside it, whole and up to the date', async () => {
  // 2025-02-28 in the plant's zone: the year before up to it ends with 28 February 2024.
  const types = { date: '2025-02-28', dtType: '8,9,11' };
  const { list } = await call<{ list: LoadStatistic[] }>('load/getStatistics', types);
  expect(list.map(({ dtType, date: of }) => [dtType, of])).toEqual([
    [8, '2025'],
    [9, '2024'],
    [11, '2024-01-01 – 2024-02-28'],
  ]);
  expect(list[0]).toMatchObject({ pZMax: null, pZAvg: null });
  for (const [i, to] of [
    [1, DAYS * 96],
    [2, 28 * 96],
  ] as const) {
    const { max, min, mean, powers } = loadOf(0, to);
    const minute = FIRST + powers.indexOf(max) * QUARTER + 28_800_000;
    expect(list[i]).toMatchObject({
      pZMax: max,
      pZMin: min,
      pZMaxTime: new Date(minute).toISOString().slice(0, 16).replace('T', ' '),
    });
    expect(list[i]?.pZAvg).toBeCloseTo(mean, 6);
    expect(list[i]?.pZRate).toBeCloseTo(mean / max, 6);
  }
  // On 29 February the other year's interval ends with its February.
  const leap = await call<{ list: LoadStatistic[] }>('load/getStatistics', {
    date: '2024-02-29',
    dtType: 11,
  });
  expect(leap.list[0]?.date).toBe('2023-01-01 – 2023-02-28');
  const { series } = await call<{ series: Record<string, readonly LoadStatistic[]> }>(
    'load/getYearlyTrend',
    types,
  );
  expect(series['9']).toHaveLength(12);
  expect(series['11']?.map(({ pZMax }) => pZMax)).toEqual([null, loadOf(0, 28 * 96).max]);
  expect(series['9']?.slice(0, 4).map(({ pZMin }) => pZMin)).toEqual([
    null,
    loadOf(0, 29 * 96).min,
    loadOf(29 * 96, DAYS * 96).min,
    null,
  ]);
  expect(
    await operator.get('/api/analysis/load/getStatistics', { orgId: consumerId, dtType: '8,99' }),
  ).toMatchObject({ code: 400, field: 'dtType' });
});

test('load curves and rates of a day and of a month', async () => {
  interface Chart {
    readonly day: readonly { PZ: number }[];
    readonly dayRate: readonly { LR: number }[];
    readonly month: readonly { pZMax: number | null }[];
    readonly monthRate: readonly { LR: number | null }[];
  }
  const chart = await call<Chart>('load/getLoadChart', { date: '2024-02-20' });
  const own = loadOf(19 * 96, 20 * 96);
  expect(chart.day.map(({ PZ }) => PZ)).toEqual(own.powers);
  chart.dayRate.forEach(({ LR }, i) => expect(LR).toBeCloseTo((own.powers[i] ?? 0) / own.max, 9));
  expect(chart.month.map(({ pZMax }) => pZMax)).toEqual(
    Array.from({ length: 29 }, (_, d) => loadOf(d * 96, (d + 1) * 96).max),
  );
  expect(chart.monthRate[4]?.LR).toBeCloseTo(loadOf(4 * 96, 5 * 96).mean / loadOf(4 * 96, 5 * 96).max, 9);
  const trend = await call<{ series: Record<string, { PZ: number }[]> }>('load/getDailyTrend', { date: '2024-02-20' }); // prettier-ignore
  expect(trend.series['3']?.map(({ PZ }) => PZ)).toEqual(loadOf(12 * 96, 13 * 96).powers);
  const month = await call<{ list: LoadStatistic[] }>('load/getMonthlyTrend', { date: '2024-02-20' });
  expect(month.list.map(({ pZMax }) => pZMax)).toEqual(chart.month.map(({ pZMax }) => pZMax));
  const screen = await call<AnalysisAnswer>('load/getData', { interval: '115', begin: '2024-02-20', end: '2024-02-20' }); // prettier-ignore
  expect(screen.rows.map(({ cells }) => cells['rate'])).toEqual(chart.dayRate.map(({ LR }) => LR));
});

test('a statement under the names of the specification', async () => {
  const { dts, list } = await call<{
    dts: string[];
    list: { name: string; total: number; values: number[] }[];
  }>('statement/getMonitorData', {
    classifiedType: 1,
    fromDt: date(0),
    toDt: date(2),
    intervalType: '301',
    isAllChildren: 1,
  });
  expect(dts).toEqual([date(0), date(1), date(2)]);
  const own = (m: number, day: number): number => (truth[m] ?? []).slice(day * 96, day * 96 + 96).reduce((a, b) => a + b, 0) / 10; // prettier-ignore
  expect(list.map(({ values }) => values)).toEqual([0, 1].map((m) => [0, 1, 2].map((day) => own(m, day))));
  expect(list[0]?.total).toBeCloseTo(own(0, 0) + own(0, 1) + own(0, 2), 6);
});
