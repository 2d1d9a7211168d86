import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeIndex } from '#contract/dataCode.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { DAY_MS, MINUTE_MS, QUARTER_MS as Q } from '#domain/time/duration.ts';
import { dateAt } from '#domain/time/text.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { foldDirty, storeIntervals, storeReadings } from '#feature/meters/reading/server/public.ts';
import { buildMeters } from '#test/build/meter.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import type { AssetOverview } from '../contract.ts';

let product: Product;
let operator: Client;
beforeAll(async () => {
  product = await startProduct();
  operator = await product.operator();
});
afterAll(() => product.close());

const add = async (path: string, row: Record<string, unknown>): Promise<unknown> =>
  ok(await operator.post(`/api/archive/${path}/add`, row));
const overview = async (siteId: number, day: { readonly date?: string } = {}): Promise<AssetOverview> =>
  ok(await operator.get<AssetOverview>('/api/sdata/operationAnalysis/getOverview', { siteId, ...day }));

/** Power that meters told a minute ago, kW. */
async function tell(powers: readonly (readonly [meterId: number, kW: number])[]): Promise<void> {
  const batch = new BatchBuilder();
  for (const [meterId, kW] of powers) {
    batch.row(meterId, Date.now() - MINUTE_MS);
    batch.set(codeIndex('PZ'), kW);
  }
  await storeReadings(product.database.db, batch.batch());
  while (await foldDirty(product.database.db));
}

test('a site with a battery alone has its load, and one with a roof alone', async () => {
  const { db } = product.database;
  const { consumerId, siteId, meterIds } = await buildMeters(db, { name: 'battery alone', meters: 2 });
  const [stationMeterId = 0, gridMeterId = 0] = meterIds;
  await add('storageStation', { consumerId, siteId, stationName: 'Battery', stationMeterId, gridMeterId, ratedEnergy: 200, ratedPower: 100 }); // prettier-ignore
  await tell([
    [stationMeterId, -30],
    [gridMeterId, 70],
  ]);
  const { load, flow } = await overview(siteId);
  expect(load).toBe(100);
  expect(flow).toMatchObject({ battery: { load: 30 }, grid: { load: 70 }, pv: { load: 0 } });
  const roof = await buildMeters(db, { name: 'roof alone', meters: 2 });
  const [ammeterId = 0, supply = 0] = roof.meterIds;
  await add('pvPlant', { consumerId: roof.consumerId, siteId: roof.siteId, plantName: 'Roof', ammeterId, gridMeterId: supply, ratedPower: 100 }); // prettier-ignore
  await tell([
    [ammeterId, 50],
    [supply, -20],
  ]);
  expect(await overview(roof.siteId)).toMatchObject({ load: 30, flow: { pv: { load: 30, grid: 20 } } });
});

test('of two supplies the load is that of both, each fed by what stands behind it', async () => {
  const { db } = product.database;
  const { consumerId, siteId, meterIds } = await buildMeters(db, { name: 'two supplies', meters: 4 });
  const [stationMeterId = 0, one = 0, ammeterId = 0, two = 0] = meterIds;
  const own = { consumerId, siteId };
  await add('storageStation', { ...own, stationName: 'Battery', stationMeterId, gridMeterId: one, ratedEnergy: 200, ratedPower: 100, transformerCapacity: 500 }); // prettier-ignore
  await add('pvPlant', { ...own, plantName: 'Roof', ammeterId, gridMeterId: two, ratedPower: 100 });
  const date = dateAt(HOME_ZONE, Date.now() - DAY_MS);
  const start = Date.parse(`${date}T00:00:00+08:00`);
  const energies = [[stationMeterId, 2, 0], [one, 12, 0], [ammeterId, 9, 0], [two, 0, 4]] as const; // prettier-ignore
  await storeIntervals(
    db,
    energies.flatMap(
      ([meterId, forward, reverse]) =>
      ([['PP', forward], ['RP', reverse]] as const).map(([code, value]) => ({ meterId, code, value: String(value), start, end: start + Q })), // prettier-ignore
    ),
  );
  await tell([
    [stationMeterId, 10],
    [one, 60],
    [ammeterId, 40],
  ]);
  // One of them is silent: of the whole nothing is known.
  expect(await overview(siteId)).toMatchObject({ load: null, flow: null, grid: { value: null } });
  await tell([[two, -25]]);
  const now = await overview(siteId);
  expect(now).toMatchObject({ load: 65, grid: { value: 35, ammeterId: one, transformer: null } });
  // What the roof of one supply leaves goes out there: it does not feed the load of the other.
  expect(now.flow).toMatchObject({ pv: { load: 15, battery: 0, grid: 25 }, grid: { load: 50, battery: 10 } });
  const { curve, energies: sums } = await overview(siteId, { date });
  expect([curve.grid[0], curve.load[0]]).toEqual([32, 60]);
  expect(sums).toMatchObject({ bought: 12, load: 15 });
});

test('the sites with assets tell their zone, whose days their pages show', async () => {
  const { db } = product.database;
  const { consumerId, siteId, meterIds } = await buildMeters(db, { name: 'away', zone: 'America/New_York' });
  await add('pvPlant', { consumerId, siteId, plantName: 'Roof', ammeterId: meterIds[0], ratedPower: 100 });
  expect(ok(await operator.get('/api/sdata/storageStrategy/getSites', { consumerId }))).toMatchObject([{ siteId, timeZone: 'America/New_York' }]); // prettier-ignore
});
