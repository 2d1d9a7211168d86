import { afterAll, beforeAll, expect, it } from 'vitest';
import { codeIndex } from '#contract/dataCode.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { QUARTER_MS } from '#domain/time/duration.ts';
import { foldDirty, storeReadings } from '#feature/meters/reading/server/public.ts';
import { sealFigures, sealMonth } from '#series/public.ts';
import { buildEnterprise, type Enterprise } from '#test/build.ts';
import { ok, type Product, startProduct } from '#test/product.ts';

let product: Product;
let works: Enterprise;
let entries: number[] = [];
const START = Date.UTC(2025, 0, 30, 16);
const N = 96 * 4;

beforeAll(async () => {
  product = await startProduct();
  works = await buildEnterprise(product, { timeZone: 'Asia/Shanghai' });
  const batch = new BatchBuilder();
  for (let i = 0; i < N; i++) {
    // A hole of half a day.
    if (i > 100 && i < 150) continue;
    batch.row(works.ammeterId, START + i * QUARTER_MS);
    batch.set(codeIndex('PP'), 1000 + i / 4);
    batch.set(codeIndex('PZ'), i % 50);
  }
  await storeReadings(product.services.system, batch.batch());
  entries = [];
  for (const [time, value] of [
    ['2025-01-31T21:00:00+08:00', '1023'],
    ['2025-02-01T03:00:00+08:00', '1026.5'],
  ] as const) {
    // prettier-ignore
    const { ammeterId, consumerId } = works;
    const row = { consumerId, ammeterId, dataCode: 'PP', time, value };
    const path = '/api/sdata/importData/insert';
    entries.push(ok(await works.client.post<{ importDataId: number }>(path, row)).importDataId);
  }
  await foldDirty(product.services.system);
});
afterAll(() => product.close());

/** Calls that tell readings, by statements of their own or through the door. */
async function told(): Promise<unknown> {
  const { consumerId, ammeterId, client } = works;
  const period = { consumerId, begin: '2025-01-30', end: '2025-02-04', pageSize: 100 };
  const dataCodes = 'PP,PZ';
  const calls: readonly [path: string, query: Record<string, string | number>][] = [
    ['/api/communication/collectionRate/getlist', period],
    ['/api/communication/collectionRate/getlist', { ...period, ammeterId, begin: '2025-02-02', end: '2025-02-02' }],
    ['/api/communication/collectionRate/getGaps', period],
    ['/api/communication/meter/getlist', { consumerId, pageSize: 100 }],
    ['/api/sdata/dataInterface/getData', { ammeterId, dataCodes, fromDt: '2025-01-31', toDt: '2025-02-02', interval: 100 }],
    ...[115, 201, 301, 501].map((interval): [string, Record<string, number | string>] =>
      ['/api/sdata/dataInterface/getData', { ammeterId, dataCodes, fromDt: '2025-01-30', toDt: '2025-02-04', interval }]),
    ['/api/sdata/dataInterface/getTop', { consumerId, top: 5, fromDt: '2025-01-31T06:00:00+08:00', toDt: '2025-02-02T07:00:00+08:00' }],
    ...entries.map((importDataId) => ['/api/sdata/importData/getRecordList', { importDataId }] as const).map(([path, query]): [string, Record<string, number>] => [path, query]),
  ]; // prettier-ignore
  const answers = [];
  for (const [path, query] of calls) answers.push([path, ok(await client.get<unknown>(path, query))]);
  return answers;
}

it('no call tells whether months are sealed', async () => {
  const before = await told();
  expect(JSON.stringify(before)).toContain('1026.5');
  for (const month of ['2025-01-01', '2025-02-01'])
    expect(await sealMonth(product.services.pool, works.ammeterId, month, null)).toBe('sealed');
  const { pool } = product.services;
  for (const table of ['reading', 'usage']) {
    const { rows } = await pool.query(`select from ${table} where meter_id = $1 limit 1`, [works.ammeterId]);
    expect(rows, table).toHaveLength(table === 'reading' ? 0 : 1);
  }
  expect(await told()).toEqual(before);
  for (const month of ['2025-01-01', '2025-02-01'])
    expect(await sealFigures(pool, works.ammeterId, month, null)).toBe('sealed');
  const { rows } = await pool.query('select from usage where meter_id = $1 and level <= 2', [
    works.ammeterId,
  ]);
  expect(rows).toHaveLength(0);
  expect(await told()).toEqual(before);
});
