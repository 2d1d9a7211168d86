import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS as DAY } from '#domain/time/duration.ts';
import { foldDirty, storeIntervals } from '#feature/meters/reading/server/public.ts';
import { buildMeters } from '#test/build/meter.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import type { CoefficientRow, OwnCoefficient } from '../contract.ts';

/** 2022-01-01 00:00 in Shanghai. */
const FIRST = Date.UTC(2021, 11, 31, 16);
const DAYS = 730;

let product: Product;
let operator: Client;
let consumerId = 0;
/** Whole kWh of each day from FIRST on. */
const truth = Array.from({ length: DAYS }, (_, day) => 100 + ((day * 37) % 911));

const dateOf = (day: number): string => new Date(Date.UTC(2022, 0, 1) + day * DAY).toISOString().slice(0, 10);

/** What the days of a period are worth, each by the factor of its date. */
const oracle = (period: string, factor: (date: string) => number): number =>
  truth.reduce(
    (sum, kwh, day) => (dateOf(day).startsWith(period) ? sum + kwh * factor(dateOf(day)) : sum),
    0,
  );

beforeAll(async () => {
  product = await startProduct();
  operator = await product.operator();
  const { db } = product.database;
  const built = await buildMeters(db, { name: 'weighed' });
  ({ consumerId } = built);
  await sql`update consumer set area_code = '440300' where id = ${consumerId}`.execute(db);
  const meterId = built.meterIds[0] ?? 0;
  await storeIntervals(
    db,
    truth.map((kwh, day) => ({
      meterId,
      start: FIRST + day * DAY,
      end: FIRST + (day + 1) * DAY,
      code: 'PP',
      value: String(kwh),
    })),
  );
  await foldDirty(db);
});
afterAll(() => product.close());

const years = async (start = '2022', end = '2023') =>
  ok(
    await operator.get<CoefficientRow[]>('/api/archive/coefficient/getYearData', {
      orgId: consumerId,
      start,
      end,
    }),
  );

test('the region stands above the nation, and data before the first factor take the first', async () => {
  const [early, first, second] = await years('2021', '2023');
  expect(first).toMatchObject({
    dt: '2022',
    dataType: '1',
    energy: oracle('2022', () => 1),
    coal: { factor: 0.1229, origin: 'area', of: 'CN', source: 'GB/T 2589-2020' },
    carbon: { factor: 0.3869, of: 'SC', from: '2022-01-01', early: false, changed: false },
  });
  expect(first?.carbonAmount).toBeCloseTo(
    oracle('2022', () => 0.3869),
    6,
  );
  expect(first?.coalAmount).toBeCloseTo(
    oracle('2022', () => 0.1229),
    6,
  );
  expect(second?.carbonAmount).toBeCloseTo(
    oracle('2023', () => 0.4042),
    6,
  );
  // 2021 has a factor of the nation alone, and no data.
  expect(early).toMatchObject({ energy: null, carbon: { factor: 0.5568, of: 'CN' }, carbonAmount: null });
  const [old] = await years('2018', '2018');
  expect(old?.carbon).toMatchObject({ factor: 0.5568, early: true });
});

test('an own coefficient holds from its date, in the middle of a month too', async () => {
  const edit = (factor: number | null) =>
    operator.post('/api/archive/coefficient/editAll', {
      json: JSON.stringify([
        { orgId: consumerId, dataType: '1', type: '2', dt: '2023-06-15', factor, source: 'contract' },
      ]),
    });
  ok(await edit(0.25));
  const own = (date: string) => (date < '2023-06-15' ? 0.4042 : 0.25);
  const [, year] = await years();
  expect(year?.carbon).toMatchObject({ factor: 0.25, origin: 'own', source: 'contract', changed: true });
  expect(year?.carbonAmount).toBeCloseTo(oracle('2023', own), 6);
  const months = ok(
    await operator.get<CoefficientRow[]>('/api/archive/coefficient/getMonthData', {
      orgId: consumerId,
      dt: '2023-01-01',
    }),
  );
  expect(months.map((row) => row.dt)).toEqual(
    Array.from({ length: 12 }, (_, i) => `2023-${String(i + 1).padStart(2, '0')}`),
  );
  for (const row of months) expect(row.carbonAmount).toBeCloseTo(oracle(row.dt, own), 6);
  const all = () =>
    operator.get<OwnCoefficient[]>('/api/archive/coefficient/getAllByOrg', { orgId: consumerId });
  expect(ok(await all())).toMatchObject([{ factor: 0.25, dt: '2023-06-15', type: '2' }]);
  // Written once more it is the same row; without a factor it is gone.
  ok(await edit(0.2));
  expect(ok(await all())).toMatchObject([{ factor: 0.2 }]);
  ok(await edit(null));
  expect(ok(await all())).toEqual([]);
});

test('the exports hold the numbers of the tables', async () => {
  const [row] = await years('2022', '2022');
  const { body } = await operator.download('/api/archive/coefficient/exportYear', {
    orgId: consumerId,
    start: '2022',
    end: '2022',
    type: '2',
    format: 'csv',
  });
  const [head, line] = body.toString('utf8').trim().split('\r\n');
  expect(head).toContain('kgCO2');
  expect(head).not.toContain('kgce');
  expect(line?.split(',').slice(0, 6)).toEqual([
    '2022',
    'Electricity',
    String(row?.energy),
    'kWh',
    '0.3869',
    String(row?.carbonAmount),
  ]);
  const sheet = await operator.download('/api/archive/coefficient/exportMonth', {
    orgId: consumerId,
    dt: '2022',
  });
  expect(sheet.body.subarray(0, 2).toString()).toBe('PK');
  const months = await operator.download('/api/archive/coefficient/exportMonth', {
    orgId: consumerId,
    dt: '2022',
    type: '1',
    format: 'csv',
  });
  const [title] = months.body.toString('utf8').split('\r\n');
  expect(title).toContain('kgce');
  expect(title).not.toContain('kgCO2');
});

test('what is wrong is refused with its field, and all or nothing is written', async () => {
  const bad = (params: Record<string, unknown>) =>
    operator.get('/api/archive/coefficient/getYearData', { orgId: consumerId, ...params });
  expect(await bad({ start: '2023', end: '2022' })).toMatchObject({ code: 400, field: 'end' });
  expect(await bad({ start: '1850', end: '2022' })).toMatchObject({ code: 400, field: 'start' });
  expect(await bad({ orgId: 999_999, start: '2022', end: '2022' })).toMatchObject({ code: 404 });
  const lines = [
    { orgId: consumerId, dataType: '1', type: '1', dt: '2024-01-01', factor: 0.3 },
    { orgId: 999_999, dataType: '1', type: '1', dt: '2024-01-01', factor: 0.3 },
  ];
  expect(
    await operator.post('/api/archive/coefficient/editAll', { json: JSON.stringify(lines) }),
  ).toMatchObject({ code: 404 });
  expect(ok(await operator.get('/api/archive/coefficient/getAllByOrg', { orgId: consumerId }))).toEqual([]);
  expect(await operator.post('/api/archive/coefficient/editAll', { json: '[{"factor":-1}]' })).toMatchObject({
    code: 400,
    field: 'json.0.orgId',
  });
});
