import pg from 'pg';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { HOUR_MS } from '#domain/time/duration.ts';
import { foldDirty, storeIntervals } from '#feature/meters/reading/server/public.ts';
import { buildMeters } from '#test/build/meter.ts';
import { ok, type Product, startProduct } from '#test/product.ts';

const METERS = 40;
/** 2024-03-01 00:00 in Shanghai. */
const FIRST = Date.UTC(2024, 1, 29, 16);

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());
afterEach(() => vi.restoreAllMocks());

it('runs statistics of many meters by as few statements as of one, each as far as it has anything', async () => {
  const { db } = product.database;
  const { consumerId, meterIds } = await buildMeters(db, { name: 'many', meters: METERS });
  // The last one begins after the month.
  const startOf = (meterId: number): number => FIRST + (meterId === meterIds.at(-1) ? 32 * 24 : 0) * HOUR_MS;
  await storeIntervals(
    db,
    meterIds.map((meterId) => {
      const start = startOf(meterId);
      return { meterId, start, end: start + HOUR_MS, code: 'PP' as const, value: '1' };
    }),
  );
  await foldDirty(db);
  const operator = await product.operator();
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  const params = { consumerId, dt: '2024-03', dtType: 'month' };
  const { meters } = ok(
    await operator.post<{ meters: number }>('/api/sdata/importData/runStatistics', params),
  );
  const textOf = (query: unknown): string =>
    typeof query === 'string' ? query : String((query as { text?: string } | undefined)?.text);
  const marks = spy.mock.calls.filter(([query]) => textOf(query).includes('insert into dirty'));
  expect([meters, marks.length]).toEqual([METERS, 1]);
  const { rows } = await sql<{ meterId: number }>`
    select meter_id as "meterId" from dirty where meter_id = any(${meterIds}::integer[]) order by 1`.execute(
    db,
  );
  expect(rows.map(({ meterId }) => meterId)).toEqual(meterIds.slice(0, -1));
});
