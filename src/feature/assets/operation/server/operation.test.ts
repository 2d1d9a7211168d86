import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeIndex } from '#contract/dataCode.ts';
import { QUARTER_MS as Q } from '#domain/time/duration.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { foldDirty, storeIntervals, storeReadings } from '#feature/meters/reading/server/public.ts';
import { buildMeters } from '#test/build/meter.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import type { AssetOverview, OperationData, OperationKind } from '../contract.ts';

const FROM = Date.parse('2024-03-01T00:00:00+08:00');
const DAYS = 8;

let product: Product;
let operator: Client;
let siteId = 0;
const add = async (path: string, row: Record<string, unknown>): Promise<number> =>
  ok(await operator.post<{ id: number }>(`/api/archive/${path}/add`, row)).id;

/** kWh of a quarter of each meter: station, grid, PCS, cluster, PV, two inverters and one that lags. */
function energiesAt(q: number): readonly (readonly [number, number])[] {
  const hour = Math.floor((q % 96) / 4);
  const charged = hour < 4 ? 10 : 0;
  const discharged = hour === 10 || hour === 19 ? 16 : 0;
  const pv = hour >= 8 && hour < 16 ? 8 : 0;
  return [
    [charged, discharged],
    [50 + charged - discharged - pv, 0],
    [charged, discharged],
    [charged * 0.97, discharged / 0.96],
    [pv, 0],
    [pv * 0.4, 0],
    [pv * 0.4, 0],
    [pv * 0.2, 0],
  ];
}

beforeAll(async () => {
  product = await startProduct();
  operator = (await product.operator()).in('en');
  const { db } = product.database;
  const built = await buildMeters(db, { name: 'operation', meters: 9 });
  const { consumerId, meterIds } = built;
  ({ siteId } = built);
  const [station = 0, grid = 0, pcs = 0, cluster = 0, pv = 0, one = 0, two = 0, three = 0, sun = 0] =
    meterIds;
  const meters = [station, grid, pcs, cluster, pv, one, two, three];
  await storeIntervals(
    db,
    Array.from({ length: DAYS * 96 }, (_, q) => q).flatMap((q) =>
      energiesAt(q).flatMap(([forward, reverse], i) => {
        const span = { meterId: meters[i] ?? 0, start: FROM + q * Q, end: FROM + (q + 1) * Q };
        return [
          { ...span, code: 'PP' as const, value: String(forward) },
          { ...span, code: 'RP' as const, value: String(reverse) },
        ];
      }),
    ),
  );
  const batch = new BatchBuilder();
  for (let q = 0; q < DAYS * 96; q++) {
    batch.row(cluster, FROM + q * Q);
    // The highest and the lowest cell are never at their extremes at once, but for one quarter.
    const wide = q === 100;
    batch.set(codeIndex('BVX'), q % 2 === 0 || wide ? 3.4 : 3.3);
    batch.set(codeIndex('BVN'), q % 2 === 0 && !wide ? 3.38 : 3.2 + (wide ? 0.1 : 0.09));
    batch.set(codeIndex('BTX'), 30 + (q % 7));
    batch.set(codeIndex('BTN'), 28);
    batch.set(codeIndex('SOC'), 20 + (q % 60));
    batch.set(codeIndex('SOH'), 98);
    const hour = Math.floor((q % 96) / 4);
    batch.row(sun, FROM + q * Q);
    batch.set(codeIndex('IRR'), hour >= 8 && hour < 16 ? 500 : 0);
  }
  await storeReadings(db, batch.batch());
  while (await foldDirty(db));
  const own = { consumerId, siteId };
  const stationId = await add('storageStation', { ...own, stationName: 'Battery', stationMeterId: station, gridMeterId: grid, ratedEnergy: 200, ratedPower: 100 }); // prettier-ignore
  const parentId = await add('storageUnit', { consumerId, stationId, unitName: 'PCS', unitType: 'PCS', ammeterId: pcs, ratedPower: 100 }); // prettier-ignore
  await add('storageUnit', { consumerId, stationId, unitName: 'Cluster', unitType: 'battery', parentId, ammeterId: cluster, ratedEnergy: 200, spreadLimit: 0.09 }); // prettier-ignore
  const plantId = await add('pvPlant', { ...own, plantName: 'Roof', ammeterId: pv, gridMeterId: grid, irradianceMeterId: sun, ratedPower: 100, feedInMode: 'own' }); // prettier-ignore
  for (const [i, [ammeterId, ratedPower]] of [
    [one, 40],
    [two, 40],
    [three, 25],
  ].entries())
    // prettier-ignore
    await add('pvInverter', { consumerId, plantId, inverterName: `I${i}`, ammeterId, ratedPower });
});
afterAll(() => product.close());

const data = async (kind: OperationKind): Promise<OperationData> =>
  ok(
    await operator.get<OperationData>('/api/sdata/operationAnalysis/getData', {
      kind,
      siteId,
      beginDate: '2024-03-01',
      endDate: '2024-03-08',
    }),
  );

test('a converter tells what passed both of its sides, and how well', async () => {
  const [pcs] = (await data('pcs')).pcs;
  expect(pcs?.buckets).toHaveLength(DAYS);
  expect(pcs?.buckets[0]).toMatchObject({ label: '2024-03-01', charged: 160, discharged: 128, peak: 64, coverage: 100 }); // prettier-ignore
  expect(pcs?.total.chargeEfficiency).toBeCloseTo(97, 6);
  expect(pcs?.total.dischargeEfficiency).toBeCloseTo(96, 3);
  // 288 kWh a day of 100 kW × 24 h.
  expect(pcs?.total.loadRate).toBeCloseTo(12, 6);
});

test('a cluster tells the spread of its cells at one instant, not of a day', async () => {
  const [cluster] = (await data('battery')).battery;
  // At other instants 3.40 − 3.38 and 3.30 − 3.29; over the day 3.40 − 3.29.
  expect(cluster?.buckets[1]?.spread).toBeCloseTo(0.1, 6);
  expect(cluster?.buckets[2]?.spread).toBeCloseTo(0.02, 6);
  expect(cluster?.total).toMatchObject({ socMin: 20, socMax: 79, soh: 98, temperatureMax: 36, temperatureSpread: 8 }); // prettier-ignore
  expect(cluster?.total.efficiency).toBeCloseTo((133.333333 / 155.2) * 100, 3);
});

test('a PV plant tells yield and performance ratio, and which inverter lags', async () => {
  const [plant] = (await data('pv')).pv;
  // 256 kWh of 100 kWp at 4 kWh/m².
  expect(plant?.buckets[0]).toMatchObject({ generated: 256, irradiation: 4, irradiationCoverage: 100 });
  expect(plant?.buckets[0]?.performanceRatio).toBeCloseTo(64, 6);
  expect(plant?.total.specificYield).toBeCloseTo(2.56 * DAYS, 6);
  expect(plant?.inverters.map(({ deviation }) => Math.round(deviation ?? NaN))).toEqual([0, 0, -20]);
  expect(plant?.inverters[2]).toMatchObject({ comparedDays: DAYS, days: DAYS, why: null });
  // All of it may not be fed in: it was used.
  expect(plant).toMatchObject({ selfUsed: 256 * DAYS, fedIn: 0, income: 0 });
  // Every day is like the others: no trend; two years are not on record.
  expect(plant?.soiling).toMatchObject({ slope: 0, clear: false, points: DAYS, rises: [], lost: null, at25: false }); // prettier-ignore
  expect([plant?.degradation, plant?.monthsOnRecord]).toEqual([null, 0]);
});

test('charges are told one by one', async () => {
  const { charge } = await data('charge');
  expect(charge.slice(0, 2)).toMatchObject([
    { type: 'charging', energy: 160, from: FROM, to: FROM + 16 * Q, amount: null },
    { type: 'discharging', energy: 64, from: FROM + 40 * Q },
  ]);
  expect(charge).toHaveLength(3 * DAYS);
});

test('a day of the overview: energies agree, the load is what came in less what went out', async () => {
  const overview = ok(
    await operator.get<AssetOverview>('/api/sdata/operationAnalysis/getOverview', {
      siteId,
      date: '2024-03-02',
    }),
  );
  expect(overview.energies).toEqual({
    pv: 256,
    selfUsed: 256,
    fedIn: 0,
    charged: 160,
    discharged: 128,
    bought: 50 * 96 + 160 - 128 - 256,
    load: 4800,
  });
  // By the factor of the nation, as the enterprise names no province.
  expect(overview.carbon?.factor).toBeGreaterThan(0.4);
  expect(overview.carbon?.source).toBeTruthy();
  expect(overview.carbon?.amount).toBeCloseTo(256 * (overview.carbon?.factor ?? NaN), 6);
  expect(overview.curve.load.every((load) => load === 200)).toBe(true);
  expect(overview.curve.battery[0]).toBe(-40);
  expect(overview.peak?.demand).toBe(240);
  // Nothing was told lately: what is long gone is not the present.
  expect(overview.flow).toBeNull();
  expect(overview.grid.value).toBeNull();
});

test('what is not asked well is refused, naming the field', async () => {
  const path = '/api/sdata/operationAnalysis/getData';
  expect(await operator.get(path, { kind: 'fusion', siteId })).toMatchObject({ code: 400 });
  expect(await operator.get(path, { kind: 'pv', siteId, interval: 'hour', beginDate: '2024-01-01', endDate: '2024-03-08' })).toMatchObject({ code: 400 }); // prettier-ignore
  expect(await operator.get(path, { kind: 'pv', siteId: 999_999 })).toMatchObject({ code: 404 });
});
