import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { codeIndex } from '#contract/dataCode.ts';
import { ZERO_POINTS } from '#contract/plan.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { addDays } from '#domain/time/date.ts';
import { HOUR_MS, MINUTE_MS, QUARTER_MS } from '#domain/time/duration.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { dateAt, startOfDate } from '#domain/time/text.ts';
import { storeReadings } from '#feature/meters/reading/server/public.ts';
import { buildMeters } from '#test/build/meter.ts';
import { addPlan, addStation } from '#test/build/storage.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { dayFrame, judge } from './day.ts';
import { type Station, stationById } from './station.ts';

let database: TestDatabase;
let place = { consumerId: 0, siteId: 0 };
let meters: number[] = [];
const TODAY = dateAt(HOME_ZONE, Date.now());
/** The day that is looked at as if it were the present one, at noon. */
const DAY = addDays(TODAY, -1);
const BEGINS = startOfDate(HOME_ZONE, DAY);
const NOON = BEGINS + 12 * HOUR_MS;
const NOW = NOON + 5 * MINUTE_MS;

beforeAll(async () => {
  database = await createTestDatabase();
  const built = await buildMeters(database.db, { name: 'soc', meters: 5 });
  place = built;
  meters = built.meterIds;
}, 60_000);
afterAll(() => database.close());

async function station(meterId: number): Promise<Station> {
  const id = await addStation(database.db, {
    consumerId: place.consumerId,
    siteId: place.siteId,
    stationMeterId: meterId,
  });
  return stationById(database.db, id);
}

async function tell(meterId: number, told: readonly (readonly [at: number, soc: number])[]) {
  const batch = new BatchBuilder();
  for (const [at, soc] of told) {
    batch.row(meterId, at);
    batch.set(codeIndex('SOC'), soc);
  }
  await storeReadings(database.db, batch.batch());
}

/** A plan of the day, as the station has accepted it before. */
async function accepted(stationId: number, points: readonly number[]): Promise<void> {
  const { db } = database;
  const id = await addPlan(db, { stationId, consumerId: place.consumerId, points, ahead: -1 });
  await sql`update plan_curve set plan_state = 'issued' where id = ${id}`.execute(db);
  await sql`update plan_curve set plan_state = 'accepted', accepted_at = ${new Date(BEGINS - HOUR_MS)} where id = ${id}`.execute(
    db,
  );
}

const CHARGED = [...ZERO_POINTS].fill(-80, 0, 8);

it('the rest of today is judged from what the battery holds now, and tomorrow begins where that leads', async () => {
  const { db } = database;
  const one = await station(meters[0] ?? 0);
  // It was told to charge, and did not.
  await accepted(one.stationId, CHARGED);
  await tell(one.stationMeterId, [
    [BEGINS, 10],
    [NOON, 10],
  ]);
  const frame = await dayFrame(db, one, DAY, NOW);
  expect(frame).toMatchObject({ socStart: 10, socFrom: 'measured', begun: 49 });
  expect(frame.socAnchor).toEqual({ slot: 49, soc: 0.1, told: 10, at: NOON });
  const points = [...CHARGED].fill(60, 60, 64);
  expect(judge(one, frame, points, 10).map(({ kind, from }) => [kind, from])).toEqual([['socLow', 60]]);
  // Without a fresh reading it is what was told that counts.
  const stale = await dayFrame(db, one, DAY, NOW + HOUR_MS);
  expect(stale.socAnchor).toBeNull();
  expect(judge(one, stale, points, 10)).toEqual([]);
  expect(await dayFrame(db, one, TODAY, NOW)).toMatchObject({ socStart: 10, socFrom: 'dayBefore', socAnchor: null }); // prettier-ignore
  expect((await dayFrame(db, one, TODAY, NOW + HOUR_MS)).socStart).toBeGreaterThan(80);
});

it('a day begins with what lies between the means of the quarters before and after midnight', async () => {
  const one = await station(meters[4] ?? 0);
  // It charges: 20 % in the middle of the last quarter of the day before, 26 % in that of the first.
  await tell(one.stationMeterId, [
    [BEGINS - QUARTER_MS / 2, 20],
    [BEGINS + QUARTER_MS / 2, 26],
  ]);
  expect(await dayFrame(database.db, one, DAY, NOW)).toMatchObject({ socStart: 23, socFrom: 'measured' });
});

it('what the station runs until the next slot is counted on', async () => {
  const one = await station(meters[1] ?? 0);
  await accepted(one.stationId, [...ZERO_POINTS].fill(-80, 48, 52));
  await tell(one.stationMeterId, [[NOON, 50]]);
  const { socAnchor } = await dayFrame(database.db, one, DAY, NOON + QUARTER_MS / 3);
  expect(socAnchor?.slot).toBe(49);
  expect(socAnchor?.soc).toBeCloseTo(0.5 + (80 * 0.95) / 4 / 200, 9);
});

it('tomorrow begins with what is held now where the station has accepted no plan for today', async () => {
  const { db } = database;
  const one = await station(meters[2] ?? 0);
  // Approved, not issued: nobody runs it.
  await addPlan(db, { stationId: one.stationId, consumerId: place.consumerId, points: CHARGED, ahead: -1 });
  await tell(one.stationMeterId, [[NOON, 35]]);
  expect(await dayFrame(db, one, TODAY, NOW)).toMatchObject({ socStart: 35, socFrom: 'now' });
  expect(await dayFrame(db, one, TODAY, NOW + HOUR_MS)).toMatchObject({ socStart: 10, socFrom: 'lowest' });
});

it('a value that can be no state of charge is none', async () => {
  const { db } = database;
  const one = await station(meters[3] ?? 0);
  await tell(one.stationMeterId, [
    [BEGINS, 6553.5],
    [NOON, 6553.5],
  ]);
  expect(await dayFrame(db, one, DAY, NOW)).toMatchObject({
    socStart: 10,
    socFrom: 'lowest',
    socAnchor: null,
  });
});
