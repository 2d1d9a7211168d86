import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeIndex } from '#contract/dataCode.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, QUARTER_MS as Q } from '#domain/time/duration.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { foldDirty, storeReadings } from '#feature/meters/reading/server/public.ts';
import { buildMeters } from '#test/build/meter.ts';
import { ok, type Product, startProduct } from '#test/product.ts';
import { bucketsIn } from './buckets.ts';
import { pvDevices } from './pv.ts';

const FROM = Date.parse('2024-03-01T00:00:00+08:00');
const DAYS = 7;
/** kWh of a quarter of the plant and its inverters, each of 25 kWp. */
const ENERGIES = [8, 2, 2, 1.6, 2] as const;
/** The logger of the second inverter is off from the afternoon of the third day to the next morning. */
const off = (place: number, at: number): boolean =>
  place === 2 && at > FROM + 2 * DAY_MS + 14.2 * HOUR_MS && at < FROM + 3 * DAY_MS + 9 * HOUR_MS;

let product: Product;
let siteId = 0;

beforeAll(async () => {
  product = await startProduct();
  const operator = await product.operator();
  const { db } = product.database;
  const built = await buildMeters(db, { name: 'nights', meters: 6 });
  const { consumerId, meterIds } = built;
  ({ siteId } = built);
  const sun = meterIds[5] ?? 0;
  const batch = new BatchBuilder();
  for (let day = 0; day <= DAYS; day++) {
    // They wake at six, seven minutes beside every quarter of an hour, and sleep at six in the evening.
    for (let q = 24; q <= 72; q++) {
      const at = FROM + day * DAY_MS + q * Q + 7 * MINUTE_MS;
      ENERGIES.forEach((energy, place) => {
        if (off(place, at)) return;
        batch.row(meterIds[place] ?? 0, at);
        batch.set(codeIndex('PP'), Math.round((1000 + energy * (day * 48 + q - 24)) * 10) / 10);
      });
    }
    for (let hour = 0; hour < 24; hour++) {
      batch.row(sun, FROM + day * DAY_MS + hour * HOUR_MS);
      batch.set(codeIndex('IRR'), hour >= 8 && hour < 16 ? 500 : 0);
    }
  }
  await storeReadings(db, batch.batch());
  while (await foldDirty(db));
  const add = async (path: string, row: object): Promise<number> =>
    ok(await operator.post<{ id: number }>(`/api/archive/${path}/add`, { consumerId, ...row })).id;
  const plantId = await add('pvPlant', { siteId, plantName: 'Roof', ammeterId: meterIds[0], irradianceMeterId: sun, ratedPower: 100 }); // prettier-ignore
  for (let i = 1; i <= 4; i++)
    await add('pvInverter', { plantId, inverterName: `I${i}`, ammeterId: meterIds[i], ratedPower: 25 });
}, 60_000);
afterAll(() => product.close());

async function plantOf() {
  const [range, now] = [{ from: FROM, to: FROM + DAYS * DAY_MS }, FROM + 20 * DAY_MS];
  const buckets = bucketsIn(zoneOf(HOME_ZONE), 'day', range, now);
  return (await pvDevices(product.database.db, { siteId, interval: 'day', range, now, buckets }))[0];
}

test('inverters that sleep at night are compared, over days of which no part with sun is a gap', async () => {
  const [one, two, three, four] = (await plantOf())?.inverters ?? [];
  // Before the first reading nobody knows the first day.
  for (const inverter of [one, three, four]) expect(inverter).toMatchObject({ comparedDays: DAYS - 1, days: DAYS, why: null }); // prettier-ignore
  expect(one?.deviation).toBeCloseTo(0, 6);
  expect(three?.deviation).toBeCloseTo(-20, 6);
  // What it made in the gap is of both days, and of which nobody knows.
  expect(two).toMatchObject({ comparedDays: DAYS - 3, why: null });
  expect(one?.coverage).toBeGreaterThan(95);
});

test('a plant that sleeps at night has days that soiling is told from', async () => {
  const plant = await plantOf();
  expect(plant?.buckets[1]?.coverage).toBe(100);
  expect(plant?.soiling).toMatchObject({ points: DAYS });
});
