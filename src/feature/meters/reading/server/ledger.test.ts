import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { codeIndex } from '#contract/dataCode.ts';
import { FLAG } from '#contract/usageFlag.ts';
import { QUARTER_MS as Q } from '#domain/time/duration.ts';
import { openDatabase } from '#server/database/db.ts';
import { silent } from '#server/database/log.ts';
import { withScope } from '#server/database/scope.ts';
import { buildMeters, usageText } from '#test/build/meter.ts';
import { type TestDatabase, createTestDatabase } from '#test/database.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { freshnessOf } from './answer/freshness.ts';
import { provenanceOf } from './answer/provenanceOf.ts';
import { usageOf } from './answer/usageOf.ts';
import { usageSum } from './answer/usageSum.ts';
import { binaryCopy } from '#server/database/binaryCopy.ts';
import { foldBacklog } from './backlog.ts';
import { foldDirty, markDirty } from './foldDirty.ts';
import { startFoldLoop } from './foldLoop.ts';
import { createSource, undoSource } from './source.ts';
import { storeReadings } from './storeReadings.ts';
import { inTransaction } from '#server/database/transaction.ts';

const T0 = Date.UTC(2025, 0, 1);
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

async function send(
  meter: number,
  code: string,
  values: readonly (readonly [number, number])[],
  source = 0,
): Promise<void> {
  const builder = new BatchBuilder();
  for (const [ts, value] of values) {
    builder.row(meter, ts);
    builder.set(codeIndex(code), value);
  }
  await storeReadings(database.db, builder.batch(), { source });
}

it('a replaced meter, a rollover and ratios from the ledger', async () => {
  const { meterIds, consumerId } = await buildMeters(database.db, { name: 'ledger', zone: 'UTC' });
  const meter = meterIds[0] ?? 0;
  const removed = new Date(T0 + 6 * Q + 300_000);
  await sql`insert into ledger_segment (meter_id, from_ts, to_ts, serial, multiplier, register_width, start_register, end_register)
    values (${meter}, '2000-01-01', ${removed}, 'A', 40, 4, null, 12), (${meter}, ${removed}, null, 'B', 60, 4, 0, null)`.execute(
    database.db,
  );
  const stands: [number, number][] = [
    [0, 9990],
    [1, 9995],
    [2, 9999],
    [3, 3],
    [5, 9],
    [6, 11],
    [7, 1],
    [8, 4],
  ];
  // One by one and backwards: whatever was folded in between is repaired.
  for (const [k, value] of stands.toReversed()) {
    await send(meter, 'PP', [[T0 + k * Q, value]]);
    await foldDirty(database.db);
  }
  const rows = await withScope(database.app, [consumerId], (trx) => usageOf(trx, [meter], 1, T0, T0 + 8 * Q));
  expect(rows.map((row) => Number(row.energies[0]) / 1e6)).toEqual([200, 160, 160, 120, 120, 80, 100, 180]);
  const origin = await withScope(database.app, [consumerId], (trx) =>
    provenanceOf(trx, meter, 1, T0 + 6 * Q),
  );
  expect(origin.parts.map((part) => 'text' in part && part.text.en)).toEqual([
    'registers (12 − 11) × 40 = 40',
    'registers (1 − 0) × 60 = 60',
  ]);
});

it('a person counts over the device, undone by the person, under the scope of the request', async () => {
  const { meterIds, consumerId } = await buildMeters(database.db, { name: 'person', zone: 'UTC' });
  const meter = meterIds[0] ?? 0;
  await send(meter, 'PP', [
    [T0, 0],
    [T0 + Q, 9],
    [T0 + 2 * Q, 4],
  ]);
  await foldDirty(database.db);
  const before = await usageText(database.db, meter);
  const source = await withScope(database.app, [consumerId], (trx) =>
    createSource(trx, { consumerId, kind: 'person', name: 'typing error', createdBy: null }),
  );
  await send(meter, 'PP', [[T0 + Q, 2]], source);
  await foldDirty(database.db);
  const rows = await withScope(database.app, [consumerId], (trx) => usageOf(trx, [meter], 1, T0, T0 + 2 * Q));
  expect(rows.map((row) => row.energies[0])).toEqual([2_000_000n, 2_000_000n]);
  expect(rows[0]?.flags).toBe(FLAG.measured | FLAG.manual | FLAG.corrected);
  expect(await withScope(database.app, [consumerId + 1], (trx) => undoSource(trx, source, null))).toBe(false);
  expect(await withScope(database.app, [consumerId], (trx) => undoSource(trx, source, null))).toBe(true);
  await foldDirty(database.db);
  expect(await usageText(database.db, meter)).toEqual(before);
});

it('absurd values are flagged and not summed, and never stop the fold', async () => {
  const { meterIds, consumerId } = await buildMeters(database.db, { name: 'absurd', zone: 'UTC' });
  const meter = meterIds[0] ?? 0;
  await send(meter, 'PP', [
    [T0, 0],
    [T0 + Q, 1e300],
    [T0 + 2 * Q, 1],
  ]);
  await send(meter, 'PZ', [
    [T0, 5],
    [T0 + Q, -1e300],
  ]);
  await foldDirty(database.db, {
    log: { info() {}, warn() {}, error: (message) => expect.unreachable(message) },
  });
  const [day] = await withScope(database.app, [consumerId], (trx) => usageOf(trx, [meter], 3, T0, T0 + 1));
  expect(day).toMatchObject({ pN: 1, pSum: 5_000_000n, flags: FLAG.suspect | FLAG.measured });
  // The register before and the one after it tell the energy between them.
  expect(day?.energies[0]).toBe(1_000_000n);
});

it('a sum is partial where a meter is missing, and its demand is that of the sum', async () => {
  const { meterIds, consumerId } = await buildMeters(database.db, { name: 'sum', zone: 'UTC', meters: 3 });
  const [a = 0, b = 0, c = 0] = meterIds;
  await send(a, 'PP', [
    [T0, 0],
    [T0 + Q, 5],
    [T0 + 2 * Q, 6],
  ]);
  await send(b, 'PP', [
    [T0, 0],
    [T0 + Q, 1],
    [T0 + 2 * Q, 4],
  ]);
  await foldDirty(database.db);
  const sum = (signed: { meterId: number; sign: 1 | -1 }[]) =>
    withScope(database.app, [consumerId], (trx) => usageSum(trx, signed, 3, T0, T0 + 1, { demand: true }));
  expect(
    await sum([
      { meterId: a, sign: 1 },
      { meterId: b, sign: 1 },
    ]),
  ).toMatchObject([
    { energy: 10_000_000n, missing: [], md: 24_000_000n, mdAt: T0 + Q, coveredSeconds: 1800 },
  ]);
  const three = [
    { meterId: a, sign: 1 },
    { meterId: b, sign: -1 },
    { meterId: c, sign: 1 },
  ] as const;
  // What was never heard blanks nothing; heard before and not since, it is missing.
  const [without] = await sum([...three]);
  expect(without).toMatchObject({ energy: 2_000_000n, missing: [], md: 16_000_000n, flags: FLAG.measured });
  await send(c, 'PP', [[T0 - 96 * Q, 0]]);
  await foldDirty(database.db);
  const [partial] = await sum([...three]);
  expect(partial).toMatchObject({
    energy: 2_000_000n,
    missing: [c],
    md: null,
    flags: FLAG.measured | FLAG.partial,
  });
});

it('two folding processes share the work', async () => {
  const { meterIds } = await buildMeters(database.db, { name: 'two', meters: 12 });
  for (const meter of meterIds)
    await send(
      meter,
      'PP',
      Array.from({ length: 50 }, (_, i) => [T0 + i * Q, i * meter] as const),
    );
  await Promise.all([foldDirty(database.db), foldDirty(database.db)]);
  await foldDirty(database.db);
  const once = await Promise.all(meterIds.map((meter) => usageText(database.db, meter)));
  for (const meter of meterIds) await markDirty(database.db, meter);
  await foldDirty(database.db);
  expect(await Promise.all(meterIds.map((meter) => usageText(database.db, meter)))).toEqual(once);
  expect(once[0]?.length).toBeGreaterThan(49);
});

it('a clock that fell back to the year 2000 neither stops the fold nor fills the years between', async () => {
  const { meterIds } = await buildMeters(database.db, { name: 'clock' });
  const meter = meterIds[0] ?? 0;
  await send(meter, 'PP', [
    [Date.UTC(2000, 0, 1), 500],
    [T0, 100],
    [T0 + Q, 101],
  ]);
  await foldDirty(database.db);
  expect((await usageText(database.db, meter)).length).toBeLessThan(14);
});

it('a reading once in years is spread over them, and covered only as a whole', async () => {
  const { meterIds, consumerId } = await buildMeters(database.db, { name: 'seldom', zone: 'UTC' });
  const meter = meterIds[0] ?? 0;
  await send(meter, 'PP', [
    [Date.UTC(2022, 5, 1), 0],
    [T0, 945],
  ]);
  await foldDirty(database.db);
  const years = await withScope(database.app, [consumerId], (trx) =>
    usageOf(trx, [meter], 5, Date.UTC(2020, 0, 1), T0 + 1),
  );
  expect(years.map((year) => year.coveredS)).toEqual([0, 0, 0]);
  expect(years.reduce((sum, year) => sum + (year.energies[0] ?? 0n), 0n)).toBe(945_000_000n);
});

it('the loop folds what it is told of', async () => {
  const { meterIds } = await buildMeters(database.db, { name: 'loop' });
  const meter = meterIds[0] ?? 0;
  const loop = startFoldLoop(database, silent);
  await send(meter, 'PP', [
    [T0, 1],
    [T0 + Q, 2],
  ]);
  await expect.poll(() => usageText(database.db, meter), { timeout: 5000 }).toHaveLength(5);
  await loop.stop();
  expect(await foldBacklog(database.db)).toMatchObject({ marks: 0, meters: 0 });
  expect(await withScope(database.app, [0], (trx) => freshnessOf(trx, [meter], T0 + Q))).toEqual([]);
  expect(await freshnessOf(database.db, [meter], T0 + Q)).toEqual([{ meterId: meter, lastAt: T0 + Q }]);
  // What is stamped after an instant was not heard then.
  expect(await freshnessOf(database.db, [meter], T0 + Q - 1)).toEqual([{ meterId: meter, lastAt: T0 }]);
});

it('a connection that is cut in the middle leaves nothing half-written', async () => {
  const { meterIds } = await buildMeters(database.db, { name: 'cut', meters: 4 });
  const own = await openDatabase(database.connectionString, { log: silent, max: 4 });
  const year = Array.from({ length: 8760 }, (_, i) => [T0 + i * 4 * Q, i / 4] as const);
  const cut = (): Promise<unknown> =>
    database.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`);
  const store = async (meter: number): Promise<unknown> => {
    const builder = new BatchBuilder();
    for (const [ts, value] of year) {
      builder.row(meter, ts);
      builder.set(codeIndex('PP'), value);
    }
    return storeReadings(own.db, builder.batch());
  };
  const cuts: Promise<unknown>[] = [];
  const cutting = setInterval(() => cuts.push(cut().catch(() => {})), 40);
  await Promise.allSettled(meterIds.map(store));
  await foldDirty(own.db).catch(() => {});
  clearInterval(cutting);
  // The last cut may still be on its way, and the pool has to hear of it.
  await Promise.all(cuts);
  await sleep(200);
  await Promise.all(meterIds.map(store));
  await foldDirty(own.db);
  await own.close();
  const [first, ...others] = await Promise.all(meterIds.map((meter) => usageText(database.db, meter)));
  expect(first?.length).toBeGreaterThan(43_000);
  for (const other of others) expect(other).toEqual(first);
});

it('a copy that fails in the middle leaves a usable connection', async () => {
  const failed = inTransaction(database.pool, (client) =>
    binaryCopy(client, 'meter_fold (meter_id)', async (copy) => {
      for (let i = 0; i < 100_000; i++) {
        const wait = copy.row(1);
        if (wait) await wait;
        copy.int4(i === 90_000 ? 2 ** 40 : 1_000_000 + i);
      }
    }),
  );
  await expect(failed).rejects.toThrow(RangeError);
  expect(await foldBacklog(database.db)).toMatchObject({ marks: 0 });
});
