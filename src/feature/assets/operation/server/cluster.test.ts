import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeIndex } from '#contract/dataCode.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { DAY_MS, HOUR_MS, QUARTER_MS as Q } from '#domain/time/duration.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { foldDirty, storeIntervals, storeReadings } from '#feature/meters/reading/server/public.ts';
import { buildMeters } from '#test/build/meter.ts';
import { addStation } from '#test/build/storage.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { bucketsIn } from './buckets.ts';
import { overviewOf } from './overview.ts';
import { batteryDevices } from './storage.ts';

const FROM = Date.parse('2024-03-01T00:00:00+08:00');
const DAYS = 3;
const NOW = FROM + (DAYS + 1) * DAY_MS;

let database: TestDatabase;
let siteId = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  const built = await buildMeters(db, { name: 'cluster', meters: 3 });
  const { consumerId, meterIds } = built;
  ({ siteId } = built);
  const [first = 0, second = 0, cluster = 0] = meterIds;
  await storeIntervals(
    db,
    Array.from({ length: DAYS * 96 }, (_, q) => q).flatMap((q) => {
      // Each day it charges in its first half and discharges in the second; of the second day the first half is lost.
      if (q >= 96 && q < 144) return [];
      const charges = q % 96 < 48;
      const span = { meterId: cluster, start: FROM + q * Q, end: FROM + (q + 1) * Q };
      return [
        { ...span, code: 'PP' as const, value: charges ? '10' : '0.5' },
        { ...span, code: 'RP' as const, value: charges ? '0' : '9' },
      ];
    }),
  );
  const batch = new BatchBuilder();
  const tell = (meterId: number, at: number, soc: number) => {
    batch.row(meterId, at);
    batch.set(codeIndex('SOC'), soc);
  };
  for (let at = FROM; at < FROM + DAY_MS; at += Q) {
    // A register that stands at its end for an instant tells no state of charge.
    tell(cluster, at, at === FROM + HOUR_MS ? 6553.5 : 30 + ((at - FROM) / Q) * 0.5);
    tell(first, at, 80);
    // The second station is silent from noon.
    if (at < FROM + 12 * HOUR_MS) tell(second, at, at === FROM + HOUR_MS ? 6553.5 : 20);
  }
  await storeReadings(db, batch.batch());
  while (await foldDirty(db));
  const stationId = await addStation(db, { consumerId, siteId, stationMeterId: first });
  const other = await addStation(db, { consumerId, siteId, stationMeterId: second });
  await sql`update storage_station set rated_energy = 600 where id = ${other}`.execute(db);
  await sql`insert into storage_unit (unit_name, consumer_id, station_id, unit_type, ammeter_id, rated_energy, state)
    values ('Cluster', ${consumerId}, ${stationId}, 'battery', ${cluster}, 200, '1')`.execute(db);
}, 60_000);
afterAll(() => database.close());

test('the efficiency of a cluster is of days that are known on both sides, its state of charge of what can be one', async () => {
  const range = { from: FROM, to: FROM + DAYS * DAY_MS };
  const buckets = bucketsIn(zoneOf(HOME_ZONE), 'day', range, NOW);
  const [cluster] = await batteryDevices(database.db, { siteId, interval: 'day', range, now: NOW, buckets });
  const whole = (432 / 504) * 100;
  expect(cluster?.buckets[0]?.efficiency).toBeCloseTo(whole, 6);
  // 432 of 24 kWh came back, of what is known.
  expect(cluster?.buckets[1]).toMatchObject({ discharged: 432, charged: 24, efficiency: null });
  expect(cluster?.buckets[2]?.efficiency).toBeCloseTo(whole, 6);
  expect(cluster?.total.efficiency).toBeCloseTo(whole, 6);
  expect(cluster?.buckets[0]).toMatchObject({ socMin: 30, socMax: 77.5 });
});

test('the state of charge of a site weighs its stations, and is unknown where one of them is silent', async () => {
  const { curve } = await overviewOf(database.db, siteId, '2024-03-01', NOW);
  // 200 kWh at 80 % beside 600 kWh at 20 %.
  expect(curve.soc[0]).toBe(35);
  expect(curve.soc[4]).toBeNull();
  expect(curve.soc[47]).toBe(35);
  expect(curve.soc[48]).toBeNull();
});
