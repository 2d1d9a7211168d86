import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { codeIndex } from '#contract/dataCode.ts';
import type { Range } from '#domain/fold/reach.ts';
import { DAY_MS as DAY, QUARTER_MS as Q } from '#domain/time/duration.ts';
import { withScope } from '#server/database/scope.ts';
import { buildMeters } from '#test/build/meter.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { foldDirty } from '../foldDirty.ts';
import { storeReadings } from '../storeReadings.ts';
import { maximaOver, type IntervalMaximum } from './maximaOver.ts';

/** Midnight of 2025-01-01 in Shanghai. */
const T0 = Date.UTC(2024, 11, 31, 16);
const DAYS = 90;
const DAILY = 20;
let database: TestDatabase;
let consumerId = 0;
let meterIds: number[] = [];

/** The first meter is read by the quarter, 10 kWh each and 20 in one of the second month; the others once a day: 240 kWh. */
beforeAll(async () => {
  database = await createTestDatabase();
  ({ consumerId, meterIds } = await buildMeters(database.db, { meters: 1 + DAILY, name: 'open' }));
  const builder = new BatchBuilder();
  const add = (m: number, ts: number, register: number): void => {
    builder.row(meterIds[m] ?? 0, ts);
    builder.set(codeIndex('PP'), register);
  };
  for (let k = 0; k <= DAYS * 96; k++) add(0, T0 + k * Q, k * 10 + (k > 40 * 96 ? 10 : 0));
  for (let m = 1; m <= DAILY; m++) for (let d = 0; d <= DAYS; d++) add(m, T0 + d * DAY, d * 240);
  await storeReadings(database.db, builder.batch());
  await foldDirty(database.db);
});
afterAll(() => database.close());

const ask = (meters: readonly number[], intervals: readonly Range[]): Promise<IntervalMaximum[]> =>
  withScope(database.db, [consumerId], (db) =>
    maximaOver(db, meters.map((m) => ({ meterId: meterIds[m] ?? 0, sign: 1 as const })), intervals, intervals.map(() => []), T0 + DAYS * DAY),
  ); // prettier-ignore

const all = Array.from({ length: 1 + DAILY }, (_, m) => m);
const kW = (n: number): bigint => BigInt(n) * 1_000_000n;
const whole = { from: T0, to: T0 + DAYS * DAY };
const day = { from: T0 + 40 * DAY, to: T0 + 41 * DAY };

it('a day of meters that are read once a day proves its mean; a quarter of them all nobody measured', async () => {
  const [reported] = await ask(all, [day]);
  // 97 quarters of 10 kWh in 96, and 20 meters of 10 kW.
  expect(reported?.maximum).toMatchObject({ ...day, demand: (kW(970) / 24n) + kW(10 * DAILY), proven: true }); // prettier-ignore
  expect(reported?.hiding).toEqual([{ ...day, kind: 'spread' }]);
});

it('a long interval with little open is looked at day by day, whatever its length', async () => {
  const [two] = await ask([0, 1], [whole]);
  expect(two?.maximum).toMatchObject({ ...day, demand: kW(970) / 24n + kW(10), proven: true });
  expect(two?.open).toHaveLength(1);
  const [one] = await ask([0], [whole]);
  expect(one).toMatchObject({ maximum: { demand: kW(80), proven: false }, hiding: [], open: [] });
});

it('a long interval with much open proves nothing and says so; its days still prove theirs', async () => {
  const [year, month] = await ask(all, [whole, day]);
  expect(year).toMatchObject({ maximum: null, hiding: [{ ...whole, kind: 'missing' }] });
  expect(year?.open.map(({ meterId }) => meterId)).toEqual(meterIds.slice(1));
  expect(month?.maximum?.demand).toBe(kW(970) / 24n + kW(10 * DAILY));
});

it('a window that slid over a part of a quarter of an hour is no demand of it: what is not known may hide a higher one', async () => {
  const { consumerId: own, meterIds: [id = 0] } = await buildMeters(database.db, { meters: 1, name: 'slides' }); // prettier-ignore
  await sql`update ammeter set demand_slip = '5', interval_seconds = 300 where id = ${id}`.execute(
    database.db,
  );
  const builder = new BatchBuilder();
  // 1 kWh every five minutes; once the register begins anew, and nobody knows what it lost.
  const reset = T0 + 10 * DAY + 41 * 300_000;
  for (let ts = T0, register = 100; ts <= T0 + 20 * DAY; ts += 300_000) {
    if (ts === reset) register = 0;
    builder.row(id, ts);
    builder.set(codeIndex('PP'), register);
    register += 1;
  }
  await storeReadings(database.db, builder.batch());
  await foldDirty(database.db);
  const asked = (interval: Range, slides: readonly Range[]): Promise<IntervalMaximum[]> =>
    withScope(database.db, [own], (db) => maximaOver(db, [{ meterId: id, sign: 1 }], [interval], [slides], T0 + 20 * DAY)); // prettier-ignore
  const long = { from: T0, to: T0 + 20 * DAY };
  const quarter = { from: reset - (reset % Q), to: reset - (reset % Q) + Q };
  for (const slides of [[long], []]) {
    const [reported] = await asked(long, slides);
    expect(reported).toMatchObject({ maximum: { demand: kW(12), proven: false }, hiding: [{ ...quarter, kind: 'doubt' }] });
  } // prettier-ignore
  // Of the days beside it everything is known.
  const before = { from: T0, to: T0 + 10 * DAY };
  expect(await asked(before, [before])).toMatchObject([{ hiding: [], open: [] }]);
});
