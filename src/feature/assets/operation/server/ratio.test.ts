import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeIndex } from '#contract/dataCode.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, QUARTER_MS as Q } from '#domain/time/duration.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { foldDirty, storeIntervals, storeReadings } from '#feature/meters/reading/server/public.ts';
import { buildMeters } from '#test/build/meter.ts';
import { ok, type Product, startProduct } from '#test/product.ts';
import { bucketsIn } from './buckets.ts';
import { pvDevices } from './pv.ts';
import { type Asked, batteryDevices, pcsDevices } from './storage.ts';

const FROM = Date.parse('2024-03-01T00:00:00+08:00');
/** Five past ten of the third day: all that is known. */
const NOW = FROM + 2 * DAY_MS + 10 * HOUR_MS + 5 * MINUTE_MS;
/** The sensor is silent for the second day. */
const silent = (at: number): boolean => at >= FROM + DAY_MS && at < FROM + 2 * DAY_MS;

let product: Product;
let siteId = 0;

/** The quarters that are over. */
const quarters = Array.from({ length: Math.floor((NOW - FROM) / Q) }, (_, q) => q);
const sunny = (at: number): boolean => ((at - FROM) / HOUR_MS) % 24 >= 8 && ((at - FROM) / HOUR_MS) % 24 < 16;

beforeAll(async () => {
  product = await startProduct();
  const operator = await product.operator();
  const { db } = product.database;
  const built = await buildMeters(db, { name: 'ratio', meters: 6 });
  const { consumerId, meterIds } = built;
  ({ siteId } = built);
  const [pv = 0, sun = 0, station = 0, pcs = 0, one = 0, two = 0] = meterIds;
  await storeIntervals(
    db,
    quarters.flatMap((q) => {
      const span = { start: FROM + q * Q, end: FROM + (q + 1) * Q };
      const of = (meterId: number, forward: number, reverse = 0) =>
        ([['PP', forward], ['RP', reverse]] as const).map(([code, value]) => ({ ...span, meterId, code, value: String(value) })); // prettier-ignore
      return [
        ...of(pv, sunny(span.start) ? 8 : 0),
        ...of(station, 10, 10),
        ...of(pcs, 10, 9.6),
        ...of(one, 4.85, 5),
        // The meter of the second cluster was silent for the first day.
        ...(q < 96 ? [] : of(two, 4.85, 5)),
      ];
    }),
  );
  const batch = new BatchBuilder();
  for (let at = FROM; at <= NOW; at += 5 * MINUTE_MS) {
    if (silent(at)) continue;
    batch.row(sun, at);
    batch.set(codeIndex('IRR'), sunny(at) ? 500 : 0);
  }
  await storeReadings(db, batch.batch());
  while (await foldDirty(db));
  const add = async (path: string, row: object): Promise<number> =>
    ok(await operator.post<{ id: number }>(`/api/archive/${path}/add`, { consumerId, ...row })).id;
  await add('pvPlant', { siteId, plantName: 'Roof', ammeterId: pv, irradianceMeterId: sun, ratedPower: 100, feedInMode: 'own' }); // prettier-ignore
  const stationId = await add('storageStation', { siteId, stationName: 'Battery', stationMeterId: station, ratedEnergy: 200, ratedPower: 100 }); // prettier-ignore
  const parentId = await add('storageUnit', { stationId, unitName: 'PCS', unitType: 'PCS', ammeterId: pcs });
  for (const ammeterId of [one, two])
    await add('storageUnit', {
      stationId,
      unitName: `C${ammeterId}`,
      unitType: 'battery',
      parentId,
      ammeterId,
    });
}, 60_000);
afterAll(() => product.close());

function asked(interval: Asked['interval'], of = siteId): Asked {
  const range = { from: FROM, to: FROM + 3 * DAY_MS };
  return {
    siteId: of,
    interval,
    range,
    now: NOW,
    buckets: bucketsIn(zoneOf(HOME_ZONE), interval, range, NOW),
  };
}

test('a performance ratio is of hours that are over and of which both sides are known', async () => {
  const [plant] = await pvDevices(product.database.db, asked('day'));
  const ratios = plant?.buckets.map(({ performanceRatio }) => performanceRatio);
  // 32 kWh an hour of 100 kWp under 0.5 kWh/m².
  expect(ratios?.[0]).toBeCloseTo(64, 6);
  expect(ratios?.[1]).toBeNull();
  expect(ratios?.[2]).toBeCloseTo(64, 6);
  expect(plant?.buckets[2]).toMatchObject({ irradiation: 1, irradiationCoverage: 100, generated: 64 });
  expect(plant?.total.performanceRatio).toBeCloseTo(64, 6);
  const [hourly] = await pvDevices(product.database.db, asked('hour'));
  expect(hourly?.buckets.at(-2)?.performanceRatio).toBeCloseTo(64, 6);
  expect(hourly?.buckets.at(-1)?.performanceRatio).toBeNull();
});

test('the efficiency of a converter is of days of which it and every cluster behind it are known', async () => {
  const [pcs] = await pcsDevices(product.database.db, asked('day'));
  expect(pcs?.buckets[0]).toMatchObject({ chargeEfficiency: null, dischargeEfficiency: null, charged: 960 });
  expect(pcs?.buckets[1]?.chargeEfficiency).toBeCloseTo(97, 6);
  expect(pcs?.total.chargeEfficiency).toBeCloseTo(97, 6);
  expect(pcs?.total.dischargeEfficiency).toBeCloseTo(96, 6);
});

test('a cluster that fell silent at noon is not known because a reading crosses midnight', async () => {
  const { db } = product.database;
  const operator = await product.operator();
  const built = await buildMeters(db, { name: 'offGrid', meters: 3 });
  const { consumerId, meterIds } = built;
  const [station = 0, pcs = 0, cluster = 0] = meterIds;
  const batch = new BatchBuilder();
  const tell = (meterId: number, at: number, register: number): void => {
    batch.row(meterId, at);
    for (const code of ['PP', 'RP']) batch.set(codeIndex(code), register);
  };
  // Seven minutes beside every quarter of an hour.
  for (const q of quarters) {
    const at = FROM + q * Q + 7 * MINUTE_MS;
    tell(pcs, at, 1000 + q);
    if (at < FROM + DAY_MS + 12 * HOUR_MS) tell(cluster, at, Math.round(1e6 + 970 * q) / 1000);
  }
  await storeReadings(db, batch.batch());
  while (await foldDirty(db));
  const add = async (path: string, row: object): Promise<number> =>
    ok(await operator.post<{ id: number }>(`/api/archive/${path}/add`, { consumerId, ...row })).id;
  const stationId = await add('storageStation', { siteId: built.siteId, stationName: 'Off', stationMeterId: station, ratedEnergy: 200, ratedPower: 100 }); // prettier-ignore
  const parentId = await add('storageUnit', { stationId, unitName: 'PCS', unitType: 'PCS', ammeterId: pcs });
  await add('storageUnit', { stationId, unitName: 'C', unitType: 'battery', parentId, ammeterId: cluster, ratedEnergy: 200 }); // prettier-ignore
  const [converter] = await pcsDevices(db, asked('day', built.siteId));
  const efficiencies = converter?.buckets.map(({ chargeEfficiency }) => chargeEfficiency);
  expect(efficiencies?.[0]).toBeCloseTo(97, 4);
  expect(efficiencies?.slice(1)).toEqual([null, null]);
  expect(converter?.total.chargeEfficiency).toBeCloseTo(97, 4);
  const [battery] = await batteryDevices(db, asked('day', built.siteId));
  expect(battery).toMatchObject({ stationId });
  expect(battery?.buckets.map(({ efficiency }) => efficiency)).toEqual([100, null, null]);
});
