import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { codeIndex } from '#contract/dataCode.ts';
import { BatchBuilder, type ReadingBatch } from '#domain/reading/batch.ts';
import { DAY_MS, MINUTE_MS } from '#domain/time/duration.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { buildMeters } from '#test/build/meter.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { GroupStore } from './groupStore.ts';

let database: TestDatabase;
let meterIds: number[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  ({ meterIds } = await buildMeters(database.db, { meters: 2, name: 'lanes' }));
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => database.close());

const LONG_AGO = Date.UTC(2024, 4, 5);

function batchOf(meterId: number, ts: number, value: number): ReadingBatch {
  const builder = new BatchBuilder();
  builder.row(meterId, ts);
  builder.set(codeIndex('PP'), value);
  return builder.batch();
}

const valueAt = async (meterId: number, ts: number): Promise<unknown> =>
  (await database.pool.query('select pp from reading where meter_id = $1 and ts = $2', [meterId, new Date(ts)])).rows[0]; // prettier-ignore

it('live values wait for nobody who works at months that are over', async () => {
  const store = new GroupStore(database.db);
  const [old = 0, live = 0] = meterIds;
  const now = Date.now();
  let kept = false;
  let late: Promise<unknown> = Promise.resolve();
  await inTransaction(database.pool, async (client) => {
    // As whoever seals, opens or takes out months of the meter holds it.
    await client.query('select pg_advisory_xact_lock(7303018, $1)', [old % 64]);
    late = store.store('first', batchOf(old, LONG_AGO, 1)).then(() => (kept = true));
    expect(await store.store('second', batchOf(live, now, 2))).toMatchObject({ accepted: 1 });
    expect(kept).toBe(false);
    expect(await valueAt(live, now)).toEqual({ pp: 2 });
  });
  await late;
  expect(await valueAt(old, LONG_AGO)).toEqual({ pp: 1 });
});

it('nor does a live delivery that is stored alone, however many old ones are', async () => {
  const store = new GroupStore(database.db);
  const [old = 0, live = 0] = meterIds;
  let late: Promise<unknown> = Promise.resolve();
  await inTransaction(database.pool, async (client) => {
    await client.query('select pg_advisory_xact_lock(7303018, $1)', [old % 64]);
    const times = [1, 2, 3, 4, 5, 6].map((minute) => LONG_AGO + minute * MINUTE_MS);
    late = Promise.all(times.map((ts) => store.storeAlone(batchOf(old, ts, 1))));
    const stored = store.storeAlone(batchOf(live, Date.now() - 1, 2));
    const waited = new Promise((resolve) => setTimeout(resolve, 5000, 'waited'));
    expect(await Promise.race([stored, waited])).toMatchObject({ accepted: 1 });
  });
  await late;
  expect(await valueAt(old, LONG_AGO + 6 * MINUTE_MS)).toEqual({ pp: 1 });
  expect(store.figures).toMatchObject({ waiting: 0, rows: 0 });
});

it('nor do they in the first days of a month, when values of the last one are still on their way', async () => {
  const begin = Date.UTC(2026, 9, 1);
  vi.useFakeTimers({ toFake: ['Date'], now: begin + 10 * MINUTE_MS });
  const store = new GroupStore(database.db);
  const [old = 0, live = 0] = meterIds;
  let late: Promise<unknown> = Promise.resolve();
  await inTransaction(database.pool, async (client) => {
    await client.query('select pg_advisory_xact_lock(7303018, $1)', [old % 64]);
    late = store.store('first', batchOf(old, begin - MINUTE_MS, 3));
    const stored = store.store('second', batchOf(live, begin + MINUTE_MS, 4));
    const waited = new Promise((resolve) => setTimeout(resolve, 5000, 'waited'));
    expect(await Promise.race([stored, waited])).toMatchObject({ accepted: 1 });
  });
  await late;
  expect(await valueAt(old, begin - MINUTE_MS)).toEqual({ pp: 3 });
});

it('what one sender tells is kept in the order in which it comes, whatever months it is of', async () => {
  const store = new GroupStore(database.db);
  const [meterId = 0] = meterIds;
  const now = Date.now() - DAY_MS;
  const both = new BatchBuilder();
  for (const ts of [LONG_AGO + DAY_MS, now]) {
    both.row(meterId, ts);
    both.set(codeIndex('PP'), 5);
  }
  await Promise.all([
    store.store('first', both.batch()),
    store.store('first', batchOf(meterId, now, 6)),
    store.store('first', batchOf(meterId, LONG_AGO + DAY_MS, 7)),
  ]);
  await store.idle();
  expect(await valueAt(meterId, now)).toEqual({ pp: 6 });
  expect(await valueAt(meterId, LONG_AGO + DAY_MS)).toEqual({ pp: 7 });
  expect(store.figures).toMatchObject({ waiting: 0, rows: 0 });
});

it('also where the values of now come first', async () => {
  const store = new GroupStore(database.db);
  const [other = 0, meterId = 0] = meterIds;
  const now = Date.now();
  await store.store('second', batchOf(other, now - 1, 1));
  const [first, then] = [new BatchBuilder(), new BatchBuilder()];
  first.row(other, now);
  first.set(codeIndex('PP'), 1);
  first.row(meterId, now);
  first.set(codeIndex('PP'), 8);
  for (const ts of [LONG_AGO + 2 * DAY_MS, now]) {
    then.row(meterId, ts);
    then.set(codeIndex('PP'), 9);
  }
  let both: Promise<unknown> = Promise.resolve();
  await inTransaction(database.pool, async (client) => {
    // The first waits in the midst of its rows.
    await client.query('insert into reading (meter_id, ts, source, pp) values ($1, $2, 0, 1)', [other, new Date(now)]); // prettier-ignore
    both = Promise.all([store.store('first', first.batch()), store.store('first', then.batch())]);
    await new Promise((resolve) => setTimeout(resolve, 500));
  });
  await both;
  expect(await valueAt(meterId, now)).toEqual({ pp: 9 });
});
