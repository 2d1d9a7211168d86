import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeIndex } from '#contract/dataCode.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { DAY_MS, HOUR_MS } from '#domain/time/duration.ts';
import { foldDirty, storeIntervals, storeReadings } from '#feature/meters/reading/server/public.ts';
import { buildMeters } from '#test/build/meter.ts';
import { ok, type Product, startProduct } from '#test/product.ts';
import type { OperationData } from '../contract.ts';

const FROM = Date.parse('2024-03-01T00:00:00+08:00');
const DAYS = 40;
/** 26 whole months before. */
const BEFORE = Math.round((FROM - Date.parse('2022-01-01T00:00:00+08:00')) / DAY_MS);
const WASHED = 20;
const KWP = 100;

let product: Product;
let siteId = 0;

const warmth = (day: number): number => 25 + ((day * 37) % 20);
/** A plant of 80 % that loses 0.2 points a day since it was washed, and less power in the heat. */
const generated = (day: number): number =>
  KWP * 4 * (0.8 - 0.002 * (day < WASHED ? day : day - WASHED)) * (1 - 0.004 * (warmth(day) - 25));

beforeAll(async () => {
  product = await startProduct();
  const operator = await product.operator();
  const { db } = product.database;
  const built = await buildMeters(db, { name: 'wear', meters: 2 });
  const { consumerId, meterIds } = built;
  ({ siteId } = built);
  const [pv = 0, sun = 0] = meterIds;
  const ofDay = (day: number, energy: number) => ({
    meterId: pv,
    code: 'PP' as const,
    value: energy.toFixed(6),
    start: FROM + day * DAY_MS,
    end: FROM + (day + 1) * DAY_MS,
  });
  await storeIntervals(db, [
    // Years that lose 1 % each.
    ...Array.from({ length: BEFORE }, (_, i) => ofDay(i - BEFORE, 300 * (1 - (0.01 * i) / 365.25))),
    ...Array.from({ length: DAYS }, (_, day) => ofDay(day, generated(day))),
  ]);
  const batch = new BatchBuilder();
  for (let hour = 0; hour < DAYS * 24; hour++) {
    batch.row(sun, FROM + hour * HOUR_MS);
    batch.set(codeIndex('IRR'), hour % 24 >= 8 && hour % 24 < 16 ? 500 : 0);
    batch.set(codeIndex('TM'), warmth(Math.floor(hour / 24)));
  }
  await storeReadings(db, batch.batch());
  while (await foldDirty(db));
  const row = {
    consumerId,
    siteId,
    plantName: 'Roof',
    ammeterId: pv,
    irradianceMeterId: sun,
    ratedPower: KWP,
  };
  ok(await operator.post('/api/archive/pvPlant/add', { ...row, feedInMode: 'own' }));
}, 120_000);
afterAll(() => product.close());

test('dirt is told between rains as with modules of one temperature, and years beside each other', async () => {
  const operator = await product.operator();
  const { pv } = ok(
    await operator.get<OperationData>('/api/sdata/operationAnalysis/getData', {
      kind: 'pv',
      siteId,
      beginDate: '2024-03-01',
      endDate: '2024-04-09',
    }),
  );
  const { soiling, degradation, monthsOnRecord } = pv[0] ?? {};
  expect(soiling).toMatchObject({ clear: true, points: DAYS, at25: true });
  expect(soiling?.slope).toBeCloseTo(-0.2, 3);
  expect(soiling?.rises).toHaveLength(1);
  expect(soiling?.rises[0]?.at).toBe(FROM + WASHED * DAY_MS);
  expect(soiling?.lost).toBeCloseTo(0.2 * (DAYS - 1 - WASHED), 2);
  expect(monthsOnRecord).toBe(27);
  expect(degradation?.slope).toBeCloseTo(-1, 1);
});
