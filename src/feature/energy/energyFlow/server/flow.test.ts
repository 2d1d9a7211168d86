import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR_MS as HOUR } from '#domain/time/duration.ts';
import { foldDirty, storeIntervals } from '#feature/meters/reading/server/public.ts';
import type { AnalysisAnswer } from '#feature/meters/analysisFrame/contract.ts';
import { buildMeters } from '#test/build/meter.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';

/** 2024-02-01 00:00 in Shanghai. */
const FIRST = Date.UTC(2024, 0, 31, 16);

let product: Product;
let operator: Client;
beforeAll(async () => {
  product = await startProduct();
  operator = await product.operator();
});
afterAll(() => product.close());

test('the whole says that a meter of it is missing', async () => {
  const { db } = product.database;
  const { consumerId, meterIds } = await buildMeters(db, { name: 'partly', meters: 2 });
  await storeIntervals(
    db,
    meterIds.flatMap((meterId, m) =>
      Array.from({ length: m === 0 ? 48 : 24 }, (_, hour) => FIRST + hour * HOUR).map((start) => ({
        meterId,
        start,
        end: start + HOUR,
        code: 'PP',
        value: '1',
      })),
    ),
  );
  await foldDirty(db);
  for (const [date, lacks] of [
    ['2024-02-01', false],
    ['2024-02-02', true],
  ] as const) {
    const range = { orgId: consumerId, begin: date, end: date };
    const flow = ok(await operator.get<AnalysisAnswer>('/api/analysis/flow/getData', range));
    const energy = ok(await operator.get<AnalysisAnswer>('/api/analysis/energy/getData', range));
    const [head, total] = [flow.rows[0], energy.figures.find(({ key }) => key === 'total')];
    expect([head?.cells['energy'], total?.value]).toEqual(lacks ? [24, 24] : [48, 48]);
    expect([head?.flags.includes('partial'), total?.flags?.includes('partial')]).toEqual([lacks, lacks]);
  }
});

test('what a meter that is taken off leaves open is not of the subject', async () => {
  const { db } = product.database;
  const { consumerId, siteId, meterIds } = await buildMeters(db, { name: 'let', meters: 4 });
  const [main = 0, tenant = 0, ...own] = meterIds;
  await sql`update ammeter set parent_id = ${main} where id = ${tenant}`.execute(db);
  await sql`update ammeter set parent_id = ${tenant} where id = any(${own}::integer[])`.execute(db);
  await sql`
    insert into org_ammeter (org_id, consumer_id, data_type, ammeter_id, sign)
    values (${siteId}, ${consumerId}, '1', ${main}, '1'), (${siteId}, ${consumerId}, '1', ${tenant}, '-1')`.execute(
    db,
  );
  // Of 10 an hour the tenant takes 4, and measures 2 of these.
  const kWh = [10, 4, 1, 1];
  await storeIntervals(
    db,
    meterIds.flatMap((meterId, m) =>
      Array.from({ length: 24 }, (_, hour) => FIRST + hour * HOUR).map((start) => ({
        meterId,
        start,
        end: start + HOUR,
        code: 'PP',
        value: String(kWh[m]),
      })),
    ),
  );
  await foldDirty(db);
  const range = { orgId: siteId, begin: '2024-02-01', end: '2024-02-01' };
  const { figures, rows } = ok(await operator.get<AnalysisAnswer>('/api/analysis/flow/getData', range));
  expect(figures.map(({ key, value }) => [key, value])).toEqual([
    ['total', 144],
    ['rest', 144],
  ]);
  const taken = rows.find(({ cells }) => cells['energy'] === -96);
  expect(taken?.cells['share']).toBeCloseTo(-96 / 144, 9);
});
