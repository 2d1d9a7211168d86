import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Page } from '#contract/envelope.ts';
import { HOUR_MS as HOUR } from '#domain/time/duration.ts';
import { foldDirty, storeIntervals } from '#feature/meters/reading/server/public.ts';
import { buildMeters } from '#test/build/meter.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import type { AnalysisRow } from '#contract/analysis.ts';
import type { AnalysisAnswer } from '#feature/meters/analysisFrame/contract.ts';

const DAYS = 60;
/** 2023-12-15 00:00 in Shanghai: a range over the change of the year, in which a factor changes too. */
const FIRST = Date.UTC(2023, 11, 14, 16);
const METERS = 4;

let product: Product;
let operator: Client;
let consumerId = 0;
let meterIds: number[] = [];
/** Whole kWh of each meter and hour. */
const truth = Array.from({ length: METERS }, (_, m) =>
  Array.from({ length: DAYS * 24 }, (_hour, hour) => 1 + ((hour * (m + 3) * 7919 + m * 13) % 97)),
);

beforeAll(async () => {
  product = await startProduct();
  operator = await product.operator();
  const { db } = product.database;
  ({ consumerId, meterIds } = await buildMeters(db, { name: 'classed', meters: METERS }));
  await storeIntervals(
    db,
    meterIds.flatMap((meterId, m) =>
      Array.from({ length: DAYS * 24 }, (_, hour) => ({
        meterId,
        start: FIRST + hour * HOUR,
        end: FIRST + (hour + 1) * HOUR,
        code: 'PP',
        value: String(truth[m]?.[hour]),
      })),
    ),
  );
  await sql`insert into coefficient (org_id, consumer_id, data_type, type, dt, factor)
    values (${consumerId}, ${consumerId}, '1', '2', '2024-01-10', 0.1)`.execute(db);
  await foldDirty(db);
});
afterAll(() => product.close());

/** Hours of the truth: local date and hour of each. */
const hours = Array.from({ length: DAYS * 24 }, (_, i) => {
  const wall = new Date(FIRST + i * HOUR + 8 * HOUR);
  return {
    i,
    date: wall.toISOString().slice(0, 10),
    hour: wall.getUTCHours(),
    weekday: (wall.getUTCDay() + 6) % 7,
  };
});
const kwh = (m: number, from: string, to: string): number =>
  hours.reduce((sum, { i, date }) => (date >= from && date <= to ? sum + (truth[m]?.[i] ?? 0) : sum), 0);
const all = (from: string, to: string): number => meterIds.reduce((sum, _, m) => sum + kwh(m, from, to), 0);

const BEGIN = '2024-01-01';
const END = '2024-01-31';
const ask = { interval: '301', begin: BEGIN, end: END };
const of = () => ({ orgId: consumerId, ...ask });
/** The nation's factor, then the enterprise's own from the tenth on. */
const carbonOf = (m: number): number =>
  kwh(m, BEGIN, '2024-01-09') * 0.5306 + kwh(m, '2024-01-10', END) * 0.1;

test('the chart has every figure of the specification', async () => {
  const chart = ok(
    await operator.get<Record<string, unknown> & { graphsData: Record<string, unknown>[] }>(
      '/api/analysis/energy/getChartData',
      of(),
    ),
  );
  expect(chart.graphsData).toHaveLength(31);
  expect(chart.graphsData[4]).toMatchObject({
    dt: '2024-01-05',
    interval: '301',
    PP: all('2024-01-05', '2024-01-05'),
    yearOnYear: null,
  });
  expect(chart).toMatchObject({ valueKey: 'PP', totalEnergy: all(BEGIN, END), yearOnYearInc: null });
  // Whole months: 20 January is laid beside 20 December, and of the days that both know the whole.
  expect(chart.graphsData[19]).toMatchObject({ monthOnMonth: all('2023-12-20', '2023-12-20') });
  expect(chart['monthOnMonth']).toBe(all('2023-12-01', '2023-12-31'));
  // Of December 17 of 31 days are known: no measure.
  expect(chart).toHaveProperty('monthOnMonthInc', null);
  expect(chart).toHaveProperty('yearOnYear', null);
  const days = chart.graphsData.map((one) => Number(one['PP']));
  expect(chart['max']).toMatchObject({ value: Math.max(...days) });
  expect(chart['min']).toMatchObject({ value: Math.min(...days) });
  expect(chart['avg']).toBeCloseTo(all(BEGIN, END) / 31, 6);
  expect(chart['carbon']).toBeCloseTo(
    meterIds.reduce((sum, _, m) => sum + carbonOf(m), 0),
    4,
  );
  expect(chart['coal']).toBeCloseTo(all(BEGIN, END) * 0.1229, 4);
});

test('increases against the month and the year before, and the highest quarter, are of the truth', async () => {
  const { db } = product.database;
  const built = await buildMeters(db, { name: 'three months' });
  const stored = (from: number, step: number, values: readonly number[]) =>
    storeIntervals(
      db,
      values.map((value, i) => ({
        meterId: built.meterIds[0] ?? 0,
        start: from + i * step,
        end: from + (i + 1) * step,
        code: 'PP',
        value: String(value),
      })),
    );
  const hourly = (value: number): number[] => Array.from({ length: 31 * 24 }, () => value);
  const august = Date.UTC(2024, 6, 31, 16);
  await stored(Date.UTC(2023, 6, 31, 16), HOUR, hourly(2));
  await stored(Date.UTC(2024, 5, 30, 16), HOUR, hourly(1));
  await stored(
    august,
    HOUR / 4,
    Array.from({ length: 31 * 96 }, (_, i) => (i === 40 ? 30 : 1)),
  );
  await foldDirty(db);
  const chart = ok(
    await operator.get<Record<string, unknown>>('/api/analysis/energy/getChartData', {
      orgId: built.consumerId,
      interval: '301',
      begin: '2024-08-01',
      end: '2024-08-31',
    }),
  );
  const whole = 31 * 96 + 29;
  expect(chart).toMatchObject({ totalEnergy: whole, monthOnMonth: 31 * 24, yearOnYear: 2 * 31 * 24 });
  expect(chart['monthOnMonthInc']).toBeCloseTo(whole / (31 * 24) - 1, 6);
  expect(chart['yearOnYearInc']).toBeCloseTo(whole / (2 * 31 * 24) - 1, 6);
  expect(chart['pZGraphsDataMax']).toMatchObject({
    value: 4 * 30,
    dt: august + 41 * (HOUR / 4),
    atLeast: false,
  });
  expect(chart['pZGraphsDataMax']).toHaveProperty('method.en', 'sliding by 1 min');
});

test('the table is by object, found by name, a page at a time', async () => {
  const table = (params: Record<string, unknown> = {}) =>
    operator.get<Page<AnalysisRow>>('/api/analysis/energy/getTable', {
      ...of(),
      classify: 'meter',
      ...params,
    });
  const order = meterIds.map((_, m) => m).toSorted((a, b) => kwh(b, BEGIN, END) - kwh(a, BEGIN, END));
  const first = ok(await table({ pageSize: 3, current: 1 }));
  expect(first.pagination).toEqual({ total: METERS, current: 1, pageSize: 3 });
  expect(first.list.map((row) => row.cells['energy'])).toEqual(
    order.slice(0, 3).map((m) => kwh(m, BEGIN, END)),
  );
  const [best = 0] = order;
  expect(first.list[0]?.cells['share']).toBeCloseTo(kwh(best, BEGIN, END) / all(BEGIN, END), 9);
  expect(first.list[0]?.cells['carbon']).toBeCloseTo(carbonOf(best), 4);
  expect(ok(await table({ orgName: 'meter 2' })).list.map((row) => row.cells['name'])).toEqual(['Meter 2']);
  expect(await table({ pageSize: 0 })).toMatchObject({ code: 400, field: 'pageSize' });
});

test('the class table is sorted by any column, and the pie has the same numbers', async () => {
  const sorted = (sortInfo: unknown, pagination: unknown = { current: 1, pageSize: 10 }) =>
    operator.post<Page<AnalysisRow>>('/api/analysis/class/getTable', {
      ...of(),
      classify: 'meter',
      sortInfo: JSON.stringify(sortInfo),
      pagination: JSON.stringify(pagination),
    });
  const up = ok(await sorted({ field: 'energy', order: 'ascend' }));
  const energies = up.list.map((row) => Number(row.cells['energy']));
  expect(energies).toEqual(energies.toSorted((a, b) => a - b));
  const names = ok(await sorted({ field: 'name', order: 'descend' }, { current: 2, pageSize: 3 }));
  expect(names.list.map((row) => row.cells['name'])).toEqual(['Meter 1']);
  expect(await sorted({ field: 'drop table' })).toMatchObject({ code: 400 });
  const pie = ok(
    await operator.get<{ list: { value: number; share: number }[] }>('/api/analysis/class/getPie', {
      ...of(),
      classify: 'meter',
    }),
  );
  expect(pie.list.map((one) => one.value)).toEqual(energies.toReversed());
  expect(pie.list.reduce((sum, one) => sum + one.share, 0)).toBeCloseTo(1, 9);
});

const answer = async (name: string, params: Record<string, unknown> = {}): Promise<AnalysisAnswer> =>
  ok(await operator.get<AnalysisAnswer>(`/api/analysis/${name}/getData`, { ...of(), ...params }));

test('the class chart: each day is the sum of its parts', async () => {
  const { rows, columns } = await answer('class', { classify: 'meter' });
  expect(
    columns
      .slice(1)
      .map((column) => column.label.en)
      .toSorted(),
  ).toEqual(['Meter 1', 'Meter 2', 'Meter 3', 'Meter 4']);
  for (const row of rows) {
    const date = String(row.cells['time']);
    const sum = columns.slice(1).reduce((all_, { key }) => all_ + Number(row.cells[key]), 0);
    expect(sum).toBe(all(date, date));
  }
});

test('hour and week analysis are means of equal hours and of equal weekdays', async () => {
  const inRange = hours.filter(({ date }) => date >= BEGIN && date <= END);
  const total = (i: number): number => truth.reduce((sum, meter) => sum + (meter[i] ?? 0), 0);
  const byHour = await answer('hour');
  for (let hour = 0; hour < 24; hour++) {
    const own = inRange.filter((one) => one.hour === hour).map(({ i }) => total(i));
    expect(byHour.rows[hour]?.cells).toMatchObject({
      time: `${String(hour).padStart(2, '0')}:00`,
      sum: own.reduce((a, b) => a + b, 0),
      max: Math.max(...own),
      min: Math.min(...own),
      n: 31,
    });
    expect(byHour.rows[hour]?.cells['avg']).toBeCloseTo(own.reduce((a, b) => a + b, 0) / 31, 5);
  }
  const byWeekday = await answer('week');
  for (let weekday = 0; weekday < 7; weekday++) {
    const dates = [...new Set(inRange.filter((one) => one.weekday === weekday).map((one) => one.date))];
    const days = dates.map((date) => all(date, date));
    expect(byWeekday.rows[weekday]?.cells).toMatchObject({
      sum: days.reduce((a, b) => a + b, 0),
      max: Math.max(...days),
      n: days.length,
    });
  }
  const { body } = await operator.download('/api/analysis/hour/export', { ...of(), format: 'csv' });
  const lines = body.toString('utf8').trim().split('\r\n');
  expect(lines[8]?.split(',')[1]).toBe(String(byHour.rows[7]?.cells['avg']));
  const sheet = await operator.download('/api/analysis/week/export', of());
  expect(sheet.body.subarray(0, 2).toString()).toBe('PK');
});
