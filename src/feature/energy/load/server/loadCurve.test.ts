import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeIndex } from '#contract/dataCode.ts';
import { foldDirty, storeReadings } from '#feature/meters/reading/server/public.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { DAY_MS as DAY, MINUTE_MS as MINUTE } from '#domain/time/duration.ts';
import { buildMeters } from '#test/build/meter.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import { runs } from '#test/runs.ts';
import type { LoadCurve } from '../contract.ts';

/** 2024-02-28 00:00 in Shanghai. */
const FROM = Date.UTC(2024, 1, 27, 16);
const DAYS = 3;
const STEP = 5;
const MINUTES = { quarter: 15, hour: 60, day: 1440 };

let product: Product;
let operator: Client;
let consumerId = 0;
/** kW every five minutes. */
const powers: number[] = [];

beforeAll(async () => {
  product = await startProduct();
  operator = (await product.operator()).in('en');
  const built = await buildMeters(product.database.db, { name: 'curved', meters: 40 });
  consumerId = built.consumerId;
  const builder = new BatchBuilder();
  let random = 5;
  for (let i = 0; i < (DAYS * 1440) / STEP; i++) {
    random = (random * 1103515245 + 12345) % 2147483648;
    powers.push((random % 100_000) / 100);
    builder.row(built.meterIds[0] ?? 0, FROM + i * STEP * MINUTE);
    builder.set(codeIndex('PZ'), powers[i] ?? 0);
  }
  await storeReadings(product.database.db, builder.batch());
  await foldDirty(product.database.db);
});
afterAll(() => product.close());

const ask = (points: number, ammeterIds?: string) =>
  operator.get<LoadCurve>('/api/analysis/load/getCurve', {
    consumerId,
    begin: '2024-02-28',
    end: '2024-03-01',
    points,
    ...(ammeterIds ? { ammeterIds } : {}),
  });

test('of every interval the lowest and highest reading stay, with their instants', async () => {
  const first = ok(await operator.get<{ key: string }[]>('/api/analysis/object/getTree', { consumerId }))
    .filter(({ key }) => key.startsWith('m'))
    .map(({ key }) => Number(key.slice(1)));
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 24, max: 20_000 }), async (points) => {
      const curve = ok(await ask(points, String(first[0])));
      const [meter] = curve.list;
      expect(curve.list).toHaveLength(1);
      expect(meter?.total).toBe(powers.length);
      const length = MINUTES[curve.stretch as keyof typeof MINUTES] / STEP;
      expect((meter?.from.length ?? 0) * 2).toBeLessThanOrEqual(points);
      meter?.from.forEach((from, i) => {
        const start = (from - FROM) / MINUTE / STEP;
        const own = powers.slice(start, start + length);
        expect(meter.low[i]).toBe(Math.min(...own));
        expect(meter.high[i]).toBe(Math.max(...own));
        expect(powers[((meter.highAt[i] ?? 0) - FROM) / MINUTE / STEP]).toBe(meter.high[i]);
        expect(powers[((meter.lowAt[i] ?? 0) - FROM) / MINUTE / STEP]).toBe(meter.low[i]);
      });
      expect(meter?.from).toHaveLength((DAYS * DAY) / MINUTE / (length * STEP));
    }),
    runs(12),
  );
});

test('more meters than a chart can tell apart are refused', async () => {
  expect(await ask(1000)).toMatchObject({ code: 400, field: 'ammeterIds' });
});
