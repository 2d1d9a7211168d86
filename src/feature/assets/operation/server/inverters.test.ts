import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#domain/time/duration.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { foldDirty, storeIntervals } from '#feature/meters/reading/server/public.ts';
import { buildMeters } from '#test/build/meter.ts';
import { ok, type Product, startProduct } from '#test/product.ts';
import type { InverterYield } from '../contract.ts';
import { bucketsIn } from './buckets.ts';
import { pvDevices } from './pv.ts';
import type { Asked } from './storage.ts';

const FROM = Date.parse('2024-03-01T00:00:00+08:00');
const DAYS = 10;
/** kWh of a day of the plant and its inverters; the fourth never tells anything. */
const ENERGIES = [400, 120, 80, 90] as const;
/** The logger of the second inverter is off for two days. */
const off = (place: number, day: number): boolean => place === 2 && (day === 3 || day === 4);

let product: Product;
let siteId = 0;

beforeAll(async () => {
  product = await startProduct();
  const operator = await product.operator();
  const { db } = product.database;
  const built = await buildMeters(db, { name: 'inverters', meters: 5 });
  const { consumerId, meterIds } = built;
  ({ siteId } = built);
  await storeIntervals(
    db,
    ENERGIES.flatMap((energy, place) =>
      Array.from({ length: DAYS }, (_, day) => day).flatMap((day) => {
        const [start, end] = [FROM + day * DAY_MS, FROM + (day + 1) * DAY_MS];
        const meterId = meterIds[place] ?? 0;
        return off(place, day) ? [] : [{ meterId, code: 'PP' as const, value: String(energy), start, end }];
      }),
    ),
  );
  while (await foldDirty(db));
  const add = async (path: string, row: object): Promise<number> =>
    ok(await operator.post<{ id: number }>(`/api/archive/${path}/add`, { consumerId, ...row })).id;
  const plantId = await add('pvPlant', {
    siteId,
    plantName: 'Roof',
    ammeterId: meterIds[0],
    ratedPower: 100,
  });
  for (const [i, ratedPower] of [30, 20, 25, 25].entries())
    await add('pvInverter', { plantId, inverterName: `I${i + 1}`, ammeterId: meterIds[i + 1], ratedPower });
}, 60_000);
afterAll(() => product.close());

/** The inverters of some days. @param interval of the buckets that are asked for */
async function beside(
  first: number,
  last: number,
  interval: Asked['interval'] = 'day',
  now = FROM + 20 * DAY_MS,
): Promise<readonly InverterYield[]> {
  const range = { from: FROM + first * DAY_MS, to: FROM + last * DAY_MS };
  const buckets = bucketsIn(zoneOf(HOME_ZONE), interval, range, now);
  const [plant] = await pvDevices(product.database.db, { siteId, interval, range, now, buckets });
  return plant?.inverters ?? [];
}

test('a logger that was off accuses no inverter: each is compared over the days that it knows', async () => {
  const [one, two, three, silent] = await beside(0, DAYS);
  // What it told is what is shown: 8 of 10 days.
  expect(two).toMatchObject({ generated: 640, specificYield: 32, coverage: 80 });
  expect(two?.deviation).toBeCloseTo(0, 9);
  expect(one?.deviation).toBeCloseTo(0, 9);
  // One that lags is named still.
  expect(three?.deviation).toBeCloseTo(-10, 9);
  for (const inverter of [one, two, three]) expect(inverter).toMatchObject({ comparedDays: 8, days: DAYS, why: null }); // prettier-ignore
  expect(silent).toMatchObject({ generated: null, deviation: null, comparedDays: 0, why: 'coverage' });
});

test('whatever buckets are asked for, days are compared', async () => {
  const [, two] = await beside(0, DAYS, 'month');
  expect(two?.deviation).toBeCloseTo(0, 9);
  expect(two).toMatchObject({ comparedDays: 8, why: null });
});

test('what cannot be compared says why', async () => {
  const why = (inverters: readonly InverterYield[]) => inverters.map((one) => one.why);
  expect(why(await beside(3, 5))).toEqual(['few', 'few', 'few', 'few']);
  expect(why(await beside(0, 1, 'day', FROM + 20 * HOUR_MS))).toEqual(Array(4).fill('running'));
});
