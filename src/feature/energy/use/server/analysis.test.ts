import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOUR_MS as HOUR } from '#domain/time/duration.ts';
import { foldDirty, storeIntervals } from '#feature/meters/reading/server/public.ts';
import { buildMeters } from '#test/build/meter.ts';
import { type Client, type Product, startProduct } from '#test/product.ts';
import type { CompareRow } from '#feature/energy/comparison/contract.ts';
import type { AnalysisAnswer } from '#feature/meters/analysisFrame/contract.ts';

const DAYS = 45;
/** 2024-02-01 00:00 in Shanghai, which has no other hours since 1991. */
const FIRST = Date.UTC(2024, 0, 31, 16);

let product: Product;
let operator: Client;
let consumerId = 0;
let meterIds: number[] = [];
/** Whole hundredths of a kWh of each meter and hour: what the platform must say, known beforehand. */
const truth: number[][] = [[], [], []];

beforeAll(async () => {
  product = await startProduct();
  operator = await product.operator();
  const { db } = product.database;
  ({ consumerId, meterIds } = await buildMeters(db, { name: 'analysed', meters: 3 }));
  // The second hangs below the first, so that the enterprise is the first and the third.
  await sql`update ammeter set parent_id = ${meterIds[0] ?? 0} where id = ${meterIds[1] ?? 0}`.execute(db);
  let random = 7;
  const values = meterIds.flatMap((meterId, m) =>
    Array.from({ length: DAYS * 24 }, (_, hour) => {
      random = (random * 1103515245 + 12345) % 2147483648;
      const hundredths = random % 10_000;
      truth[m]?.push(hundredths);
      const start = FIRST + hour * HOUR;
      return { meterId, start, end: start + HOUR, code: 'PP', value: (hundredths / 100).toFixed(2) };
    }),
  );
  await storeIntervals(db, values);
  await foldDirty(db);
});
afterAll(() => product.close());

const ask = async (name: string, params: Record<string, unknown>): Promise<AnalysisAnswer> => {
  const reply = await operator.get<AnalysisAnswer>(`/api/analysis/${name}/getData`, {
    orgId: consumerId,
    ...params,
  });
  expect(reply.message).toBe('ok');
  return reply.data;
};

/** The sum of hours [from, to) after the first, of meters with their signs, in kWh. */
const oracle = (meters: readonly number[], from: number, to: number): number => {
  let hundredths = 0;
  for (const m of meters) for (let hour = from; hour < to; hour++) hundredths += truth[m]?.[hour] ?? 0;
  return hundredths / 100;
};

const TOPS = [0, 2];
const figure = (answer: AnalysisAnswer, key: string) => answer.figures.find((one) => one.key === key);

describe('energy analysis', () => {
  test('each day is the sum of its hours, beside the interval before', async () => {
    const answer = await ask('energy', { interval: '301', begin: '2024-02-11', end: '2024-02-20' });
    expect(answer.rows.map((row) => row.cells['energy'])).toEqual(
      Array.from({ length: 10 }, (_, i) => oracle(TOPS, (10 + i) * 24, (11 + i) * 24)),
    );
    expect(answer.rows[0]?.cells).toMatchObject({
      time: '2024-02-11',
      before: oracle(TOPS, 0, 24),
      lastYear: null,
    });
    expect(answer.rows.every((row) => row.coverage === 100 && !row.unfinished)).toBe(true);
    expect(figure(answer, 'total')).toMatchObject({ value: oracle(TOPS, 240, 480), coverage: 100 });
    expect(figure(answer, 'monthOnMonth')?.value).toBeCloseTo(
      oracle(TOPS, 240, 480) / oracle(TOPS, 0, 240) - 1,
      5,
    );
    expect(figure(answer, 'yearOnYear')?.value).toBeNull();
    const days = answer.rows.map((row) => Number(row.cells['energy']));
    expect(figure(answer, 'max')?.value).toBe(Math.max(...days));
    expect(figure(answer, 'min')?.value).toBe(Math.min(...days));
  });

  test('whole months are beside the month before', async () => {
    const answer = await ask('energy', { interval: '301', begin: '2024-03-01', end: '2024-03-31' });
    expect(answer.rows).toHaveLength(31);
    expect(answer.rows[14]?.cells).toMatchObject({ before: oracle(TOPS, 14 * 24, 15 * 24) });
    // February 2024 has no 30th.
    expect(answer.rows[29]?.cells['before']).toBeNull();
    // What was never measured is missing, never 0.
    expect(answer.rows[20]?.cells['energy']).toBeNull();
    expect(answer.rows[20]?.opens).toBeUndefined();
  });

  test('hours, months and years hold the same energy', async () => {
    const hours = await ask('energy', { interval: '201', begin: '2024-02-05', end: '2024-02-05' });
    expect(hours.rows.map((row) => row.cells['energy'])).toEqual(
      Array.from({ length: 24 }, (_, hour) => oracle(TOPS, 96 + hour, 97 + hour)),
    );
    const months = await ask('energy', { interval: '501', begin: '2024-02-10', end: '2024-03-02' });
    expect(months.rows.map((row) => row.cells['energy'])).toEqual([
      oracle(TOPS, 0, 29 * 24),
      oracle(TOPS, 29 * 24, DAYS * 24),
    ]);
    const years = await ask('energy', { interval: '601', begin: '2024-01-01', end: '2024-12-31' });
    expect(years.rows.map((row) => row.cells['energy'])).toEqual([oracle(TOPS, 0, DAYS * 24)]);
  });

  test('a range out of order, too long or in the future is refused with its field', async () => {
    const refuse = (params: Record<string, unknown>) =>
      operator.in('en').get('/api/analysis/energy/getData', { orgId: consumerId, ...params });
    expect(await refuse({ interval: '201', begin: '2024-02-01', end: '2024-03-15' })).toMatchObject({
      code: 400,
      field: 'end',
      message: 'end time cannot exceed 2024-02-29',
    });
    expect(await refuse({ begin: '2024-02-10', end: '2024-02-01' })).toMatchObject({
      code: 400,
      field: 'end',
    });
    expect(await refuse({ begin: '2999-01-01' })).toMatchObject({ code: 400, field: 'begin' });
    expect(await refuse({ interval: '999' })).toMatchObject({ code: 400, field: 'interval' });
    expect(await refuse({ orgId: 999_999 })).toMatchObject({ code: 404 });
  });

  test('the export holds the numbers of the screen', async () => {
    const params = { orgId: consumerId, interval: '301', begin: '2024-02-01', end: '2024-02-03' };
    const { body } = await operator.download('/api/analysis/energy/export', { ...params, format: 'csv' });
    const lines = body.toString('utf8').replace('\uFEFF', '').trim().split('\r\n');
    expect(lines).toHaveLength(4);
    expect(lines[1]?.split(',').slice(0, 2)).toEqual(['2024-02-01', String(oracle(TOPS, 0, 24))]);
    const sheet = await operator.download('/api/analysis/energy/export', params);
    expect(sheet.type).toContain('spreadsheetml');
    expect(sheet.body.subarray(0, 2).toString()).toBe('PK');
  });
});

test('the weekly cycle is the mean of equal hours of equal weekdays', async () => {
  const answer = await ask('cycle', { begin: '2024-02-01', end: '2024-03-15' });
  // 2024-02-01 was a Thursday: Mondays begin on the fifth day.
  const mondays = [4, 11, 18, 25, 32, 39];
  const nine = mondays.map((day) => oracle(TOPS, day * 24 + 9, day * 24 + 10));
  expect(answer.rows[9]?.cells['d1']).toBeCloseTo(nine.reduce((a, b) => a + b, 0) / nine.length, 6);
  expect(answer.rows).toHaveLength(24);
});

test('parts, meters and all meters are ranked, unknown ones last', async () => {
  const range = { interval: '301', begin: '2024-02-01', end: '2024-02-29' };
  const month = [0, 1, 2].map((m) => oracle([m], 0, 29 * 24));
  const all = await ask('part', { ...range, classify: 'all' });
  expect(all.rows.map((row) => row.cells['energy'])).toEqual(month.toSorted((a, b) => b - a));
  expect(all.figures[0]?.value).toBe(oracle(TOPS, 0, 29 * 24));
  const meters = await ask('part', { ...range, classify: 'meter' });
  expect(meters.rows.map((row) => row.key).toSorted()).toEqual(
    [`m${meterIds[0]}`, `m${meterIds[2]}`].toSorted(),
  );
  const below = await ask('part', { ...range, orgId: '', dataAmmeterId: meterIds[0] });
  expect(below.rows.map((row) => row.cells['energy'])).toEqual([month[1]]);
});

test('tariff periods and what is in none add up to the whole', async () => {
  const answer = await ask('timeShare', { interval: '301', begin: '2024-02-01', end: '2024-02-07' });
  for (const { cells } of answer.rows) {
    const parts = ['pp1', 'pp2', 'pp3', 'pp4', 'rest'].map((key) => Number(cells[key] ?? 0));
    expect(parts.reduce((a, b) => a + b, 0)).toBeCloseTo(Number(cells['energy']), 6);
  }
});

describe('comparison', () => {
  const range = { interval: '301', begin: '2024-02-01', end: '2024-02-03' };

  test('objects over one range', async () => {
    const objects = `o${consumerId},m${meterIds[1]}`;
    const answer = await ask('compare', { ...range, objects });
    expect(answer.rows.map(({ cells }) => [cells['v0'], cells['v1']])).toEqual(
      [0, 1, 2].map((day) => [oracle(TOPS, day * 24, day * 24 + 24), oracle([1], day * 24, day * 24 + 24)]),
    );
    expect(answer.figures.map((one) => one.value)).toEqual([oracle(TOPS, 0, 72), oracle([1], 0, 72)]);
  });

  test('a row of a comparison is as well known as the line that is known least, each by its own meters', async () => {
    const answer = await ask('compare', { ...range, objects: `m${meterIds[1]},m${meterIds[2]}` });
    expect(answer.rows.map(({ coverage, flags }) => [coverage, flags.includes('partial')])).toEqual(
      [0, 1, 2].map(() => [100, false]),
    );
  });

  test('ranges of one object, each as long as the range', async () => {
    const answer = await ask('compare', { ...range, type: '2', periods: '2024-02-01,2024-02-11' });
    expect(answer.rows.map(({ cells }) => [cells['v0'], cells['v1']])).toEqual(
      [0, 1, 2].map((day) => [
        oracle(TOPS, day * 24, day * 24 + 24),
        oracle(TOPS, (day + 10) * 24, (day + 11) * 24),
      ]),
    );
  });

  test('the table tells total, mean, highest and lowest; months are compared with whole months', async () => {
    const reply = await operator.get<{ table: CompareRow[]; series: Record<string, unknown[]> }>(
      '/api/analysis/compare/getAnalysis',
      { orgId: consumerId, ...range, objects: `m${meterIds[1]}` },
    );
    const days = [0, 1, 2].map((day) => oracle([1], day * 24, day * 24 + 24));
    const sum = oracle([1], 0, 72);
    expect(reply.data.table).toMatchObject([
      { title: 'Meter 2', sum, max: Math.max(...days), min: Math.min(...days) },
    ]);
    expect(reply.data.table[0]?.avg).toBeCloseTo(sum / 3, 6);
    const water = await operator.get<{ table: CompareRow[] }>('/api/analysis/compare/getAnalysis', {
      orgId: consumerId,
      ...range,
      classify: '2',
      objects: `o${consumerId}`,
    });
    // Of water nothing is measured here, whatever is said of it.
    expect((water.code === 200 ? water.data.table : []).filter((row) => row.sum !== null)).toEqual([]);
    expect(reply.data.series[`m${meterIds[1]}`]).toEqual(
      days.map((PP, i) => ({ dt: `2024-02-0${i + 1}`, PP })),
    );
    const months = await ask('compare', {
      interval: '501',
      begin: '2024-03-01',
      end: '2024-03-31',
      type: '2',
      periods: '2024-03-01,2024-02-01',
    });
    expect(months.rows.map(({ cells }) => [cells['v0'], cells['v1']])).toEqual([
      [oracle(TOPS, 29 * 24, DAYS * 24), oracle(TOPS, 0, 29 * 24)],
    ]);
  });

  test('nothing chosen, or something unknown, is said', async () => {
    const refuse = (params: Record<string, unknown>) =>
      operator.in('en').get('/api/analysis/compare/getData', { orgId: consumerId, ...range, ...params });
    expect(await refuse({})).toMatchObject({
      code: 400,
      field: 'objects',
      message: 'please choose comparison objects',
    });
    expect(await refuse({ type: '2' })).toMatchObject({
      code: 400,
      field: 'periods',
      message: 'please choose comparison time',
    });
    expect(await refuse({ objects: 'o1;drop' })).toMatchObject({ code: 400, field: 'objects' });
    expect(await refuse({ objects: 'm999999' })).toMatchObject({ code: 404 });
    expect(await refuse({ type: '2', periods: 'soon' })).toMatchObject({ code: 400, field: 'periods' });
  });
});

test('load: where only hours are stated, hours tell the load', async () => {
  const answer = await ask('load', { interval: '115', begin: '2024-02-01', end: '2024-02-01' });
  expect(answer.rows).toHaveLength(96);
  const hours = Array.from({ length: 24 }, (_, hour) => oracle(TOPS, hour, hour + 1));
  expect(figure(answer, 'max')).toMatchObject({ value: Math.max(...hours), opens: { level: 2 } });
  expect(figure(answer, 'min')?.value).toBe(Math.min(...hours));
  // No quarter is more than the highest hour, whatever its share of its own hour.
  answer.rows.forEach(({ cells }, i) =>
    expect(cells['rate']).toBeCloseTo((hours[Math.floor(i / 4)] ?? 0) / Math.max(...hours), 9),
  );
});

test('load of a day by quarters: highest, lowest, mean, load rate', async () => {
  const { db } = product.database;
  const built = await buildMeters(db, { name: 'loaded' });
  const meterId = built.meterIds[0] ?? 0;
  const quarters = Array.from({ length: 96 }, (_, i) => (i === 40 ? 30 : 10 + (i % 4)));
  await storeIntervals(
    db,
    quarters.map((value, i) => ({
      meterId,
      start: FIRST + (i * HOUR) / 4,
      end: FIRST + ((i + 1) * HOUR) / 4,
      code: 'PP',
      value: String(value),
    })),
  );
  await foldDirty(db);
  const day = await ask('load', {
    orgId: built.consumerId,
    interval: '115',
    begin: '2024-02-01',
    end: '2024-02-01',
  });
  expect(day.rows.map((row) => row.cells['power'])).toEqual(quarters.map((value) => value * 4));
  const mean = (4 * quarters.reduce((a, b) => a + b, 0)) / 96;
  expect(figure(day, 'max')).toMatchObject({ value: 120, note: { en: '2024-02-01 10:00' } });
  expect(figure(day, 'min')?.value).toBe(40);
  expect(figure(day, 'mean')?.value).toBeCloseTo(mean, 6);
  expect(figure(day, 'rate')?.value).toBeCloseTo(mean / 120, 6);
  const days = await ask('load', {
    orgId: built.consumerId,
    interval: '301',
    begin: '2024-02-01',
    end: '2024-02-02',
  });
  expect(days.rows[0]?.cells).toMatchObject({
    max: 120,
    maxAt: '10:00',
    min: 40,
    energy: quarters.reduce((a, b) => a + b, 0),
  });
  expect(days.rows[1]?.cells).toMatchObject({ max: null, energy: null });
});

test('the peak of each day is its highest hour', async () => {
  const answer = await ask('peak', { begin: '2024-02-01', end: '2024-02-05' });
  answer.rows.forEach(({ cells }, day) => {
    const hours = Array.from({ length: 24 }, (_, hour) => oracle(TOPS, day * 24 + hour, day * 24 + hour + 1));
    const most = Math.max(...hours);
    expect(cells).toMatchObject({ peak: most, day: oracle(TOPS, day * 24, day * 24 + 24) });
    expect(cells['at']).toBe(`${String(hours.indexOf(most)).padStart(2, '0')}:00`);
  });
});

test('a statement tells every part in every bucket, and their total', async () => {
  const answer = await ask('statement', {
    interval: '301',
    begin: '2024-02-01',
    end: '2024-02-04',
    classify: 'all',
  });
  expect(answer.columns.map((column) => column.label.en).slice(2)).toEqual(
    [1, 2, 3, 4].map((day) => `2024-02-0${day}`),
  );
  for (const { key, cells } of answer.rows) {
    const m = meterIds.indexOf(Number(key.slice(1)));
    const days = [0, 1, 2, 3].map((day) => oracle([m], day * 24, day * 24 + 24));
    expect([cells['t0'], cells['t1'], cells['t2'], cells['t3']]).toEqual(days);
    expect(cells['total']).toBe(oracle([m], 0, 96));
  }
  expect(answer.rows).toHaveLength(3);
});

test('the flow tells what is not metered below', async () => {
  const answer = await ask('flow', { begin: '2024-02-01', end: '2024-02-01' });
  expect(answer.rows.map(({ cells }) => cells['energy'])).toEqual([
    oracle(TOPS, 0, 24),
    oracle([0], 0, 24),
    oracle([1], 0, 24),
    oracle([2], 0, 24),
  ]);
  expect(answer.rows[1]?.cells['rest']).toBeCloseTo(oracle([0], 0, 24) - oracle([1], 0, 24), 6);
});

test('power quality is told day by day over a whole month of 31 days', async () => {
  const { rows } = await ask('quality', { interval: '301', begin: '2024-03-01', end: '2024-03-31' });
  expect(rows).toHaveLength(31);
});

test('units and sites hold the same meters: one kind is listed, never both', async () => {
  const range = { interval: '301', begin: '2024-02-01', end: '2024-02-29' };
  const before = await ask('part', range);
  const unit = await operator.post<{ id: number }>('/api/sys/orgUnit/add', {
    consumerId,
    orgCode: 'HALL',
    orgName: 'Hall',
    orgType: '42',
  });
  expect(unit.message).toBe('ok');
  const orgId = unit.data.id;
  const stands = { consumerId, orgId, dataType: '1', ammeterId: meterIds[0], sign: '1' };
  expect(await operator.post('/api/archive/orgAmmeter/add', stands)).toMatchObject({ code: 200 });
  expect((await ask('part', range)).rows.map(({ object }) => object)).toEqual([{ orgId }]);
  const sites = await ask('part', { ...range, classify: 'site' });
  expect(sites.rows.map(({ key }) => key)).toEqual(before.rows.map(({ key }) => key));
});
