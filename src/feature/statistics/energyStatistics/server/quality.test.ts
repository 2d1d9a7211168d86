import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR_MS as HOUR } from '#domain/time/duration.ts';
import { foldDirty, storeIntervals } from '#feature/meters/reading/server/public.ts';
import type { AnalysisAnswer } from '#feature/meters/analysisFrame/contract.ts';
import { buildMeters } from '#test/build/meter.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';

/** 2024-01-01 00:00 in Shanghai; January has 31 days of it, February 29. */
const FIRST = Date.UTC(2023, 11, 31, 16);
/** Two meters of electricity, of which the second falls silent on 1 February, one of steam, one of gas without data in January. */
const METERS = [
  { type: '1', from: 0, to: 60 },
  { type: '1', from: 0, to: 31 },
  { type: '11', from: 0, to: 60 },
  { type: '4', from: 31, to: 60 },
] as const;

let product: Product;
let operator: Client;
let consumerId = 0;
let meterIds: number[] = [];

beforeAll(async () => {
  product = await startProduct();
  operator = await product.operator();
  const { db } = product.database;
  ({ consumerId, meterIds } = await buildMeters(db, { name: 'partly', meters: METERS.length }));
  for (const [m, { type }] of METERS.entries())
    await sql`update ammeter set data_type = ${type} where id = ${meterIds[m]}`.execute(db);
  await storeIntervals(
    db,
    METERS.flatMap(({ from, to }, m) =>
      Array.from({ length: (to - from) * 24 }, (_, hour) => ({
        meterId: meterIds[m] ?? 0,
        start: FIRST + (from * 24 + hour) * HOUR,
        end: FIRST + (from * 24 + hour + 1) * HOUR,
        code: 'PP',
        value: '10',
      })),
    ),
  );
  await foldDirty(db);
});
afterAll(() => product.close());

const ask = async (name: string, params: Record<string, unknown> = {}): Promise<AnalysisAnswer> =>
  ok(
    await operator.get<AnalysisAnswer>(`/api/analysis/${name}/getData`, {
      orgId: consumerId,
      interval: '501',
      begin: '2024-01-01',
      end: '2024-02-29',
      ...params,
    }),
  );
const add = async (resource: string, row: Record<string, unknown>): Promise<number> =>
  ok(await operator.post<{ id: number }>(`/api/archive/${resource}/add`, { consumerId, ...row })).id;
const kwh = (days: number): number => days * 240;

test('a month in which a meter was silent says so, in rows and in figures', async () => {
  const { rows, figures, notes } = await ask('statisticsOverview');
  expect(rows.map((row) => row.cells['e1'])).toEqual([2 * kwh(31), kwh(29)]);
  expect(rows[1]?.flags).toContain('partial');
  expect(rows[1]?.coverage).toBeLessThanOrEqual(50);
  // Something of each meter is known in the two months: how much, its coverage says.
  expect(figures.find(({ key }) => key === 'coal')?.coverage).toBeLessThan(80);
  expect(notes?.map(({ en }) => en)).toEqual(['Not in comprehensive energy, as it has no factor: Steam']);
  const classes = await ask('statisticsClassify');
  expect(classes.rows.find(({ key }) => key === '1')?.coverage).toBeLessThan(80);
  expect(classes.rows.find(({ key }) => key === '11')).toMatchObject({ coverage: 100 });
});

test('the report leaves no quality blank, and names as counted what is counted', async () => {
  const { rows, notes } = await ask('statisticsForm');
  expect(rows.at(-1)).toMatchObject({ key: 'sum', flags: expect.arrayContaining(['partial']) as string[] });
  expect(rows.at(-1)?.coverage).toBeLessThanOrEqual(50);
  expect(notes?.[0]?.en).toBe('Energies counted: Electricity, Natural gas; electricity by heat value');
});

test('by organisations below, units stand for the object with what they leave of it, and the sum is the object', async () => {
  const { db } = product.database;
  const { rows: units } = await sql<{ id: number }>`
    insert into org_unit (org_name, org_code, consumer_id, org_type, ix) values ('Melting', 'melting', ${consumerId}, '41', 0)
    returning id`.execute(db);
  const unit = units[0]?.id ?? 0;
  await sql`insert into org_ammeter (org_id, consumer_id, data_type, ammeter_id, sign)
    values (${unit}, ${consumerId}, '1', ${meterIds[0]}, 1)`.execute(db);
  const id = await add('statisticsCfg', {
    countedTypes: '1',
    reportBy: '3',
    reportColumns: 'types,coal,share',
  });
  const { rows } = await ask('statisticsForm');
  ok(await operator.post('/api/archive/statisticsCfg/del', { id }));
  expect(rows.map(({ key, cells }) => [key, cells['e1']])).toEqual([
    [`o${unit}`, kwh(60)],
    ['other', kwh(31)],
    ['sum', kwh(91)],
  ]);
  expect(rows.at(-1)?.cells['share']).toBeCloseTo(1, 9);
});

test('a unit consumption counts the months of which both are known, and says which', async () => {
  const gas = await add('unitConfig', { orgId: consumerId, unitConfigName: 'Gas', productName: 'Tiles', productBy: '1', energyBy: '4', normLimit: 1000 }); // prettier-ignore
  for (const [dt, outputAmount] of [
    ['2024-01-31', 40],
    ['2024-02-29', 10],
  ] as const)
    await add('costBenefit', { orgId: consumerId, productName: 'Tiles', dt, outputAmount });
  const { figures } = await ask('unitStandard', { unitConfigId: gas });
  expect(figures.find(({ key }) => key === 'unit')?.value).toBeCloseTo(kwh(29) / 10, 9);
  expect(figures.find(({ key }) => key === 'made')).toMatchObject({ value: 50, note: { en: expect.stringContaining('10') as string } }); // prettier-ignore
});
