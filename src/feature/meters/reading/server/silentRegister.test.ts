import { afterAll, beforeAll, expect, it } from 'vitest';
import { codeIndex } from '#contract/dataCode.ts';
import { DAY_MS, HOUR_MS, QUARTER_MS as Q } from '#domain/time/duration.ts';
import { buildMeters, usageText } from '#test/build/meter.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { extentOf } from './extent.ts';
import { foldDirty, rebuild } from './foldDirty.ts';
import { foldMeter } from './foldMeter.ts';
import { loadReach } from './loadReach.ts';
import { meterFacts } from './meterFacts.ts';
import type { Queryable } from './queryable.ts';
import { storeReadings } from './storeReadings.ts';

const T0 = Date.UTC(2025, 2, 1);
/** Quarter, hours, day, month and year of a value, with those beside it. */
const FEW = 24;

let database: TestDatabase;
let meterIds: number[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  ({ meterIds } = await buildMeters(database.db, { meters: 6, name: 'silent' }));
});
afterAll(() => database.close());

type Value = readonly [ts: number, code: string, value: number];

async function send(meterId: number, values: readonly Value[]): Promise<void> {
  const builder = new BatchBuilder();
  for (const [ts, code, value] of values) {
    builder.row(meterId, ts);
    builder.set(codeIndex(code), value);
  }
  await storeReadings(database.db, builder.batch());
}

/** A register that grows evenly, and the power beside it. */
const grows = (from: number, to: number, codes: readonly string[], step = Q): Value[] => {
  const values: Value[] = [];
  for (let ts = from; ts < to; ts += step)
    for (const code of codes) values.push([ts, code, code === 'PZ' ? 12 : 1000 + (ts - T0) / HOUR_MS]);
  return values;
};

/** Stores one more value and folds it: so many buckets were written, and they are what a rebuild makes. */
async function oneMore(meterId: number, value: Value): Promise<number> {
  await foldDirty(database.db);
  await send(meterId, [value]);
  const written = (await foldMeter(database.pool, meterId)) ?? 0;
  const live = await usageText(database.db, meterId);
  await rebuild(database.db, meterId);
  expect(live).toEqual(await usageText(database.db, meterId));
  return written;
}

it('a value of power does not fold again what lies behind a register that fell silent long ago', async () => {
  const [meterId = 0] = meterIds;
  await send(meterId, [
    ...grows(T0, T0 + 20 * DAY_MS, ['PP', 'PZ']),
    ...grows(T0 + 20 * DAY_MS, T0 + 90 * DAY_MS, ['PZ']),
  ]);
  expect(await oneMore(meterId, [T0 + 90 * DAY_MS, 'PZ', 13])).toBeLessThan(FEW);
});

it('nor does a register that goes on fold again what lies between two readings of one that is read each month', async () => {
  const [, meterId = 0] = meterIds;
  const months = [0, 31, 61, 92].map((day): Value => [T0 + day * DAY_MS, 'PP1', 500 + day]);
  await send(meterId, [...grows(T0, T0 + 80 * DAY_MS, ['PP']), ...months]);
  expect(await oneMore(meterId, [T0 + 80 * DAY_MS, 'PP', 1000 + 80 * 24])).toBeLessThan(FEW);
});

it('the register that comes back after months folds all of the gap', async () => {
  const [, , meterId = 0] = meterIds;
  await send(meterId, grows(T0, T0 + 60 * DAY_MS, ['PZ']));
  await send(meterId, grows(T0, T0 + DAY_MS, ['PP']));
  expect(await oneMore(meterId, [T0 + 60 * DAY_MS, 'PP', 1000 + 60 * 24])).toBeGreaterThan(58 * 96);
});

/** The last rise of a register is far above its pace, and nothing of it came after. */
const LEAP: Value = [T0 + 2 * DAY_MS, 'RP', 90_000];

it('whether a last rise is believed does not hang on when the others of its meter came', async () => {
  const [, , , inTime = 0, late = 0] = meterIds;
  const { db } = database;
  const course = [...grows(T0, T0 + 2 * DAY_MS, ['PP', 'RP'])];
  const after = grows(T0 + 2 * DAY_MS, T0 + 9 * DAY_MS, ['PP']);
  for (const values of [course, [LEAP], after]) {
    await send(inTime, values);
    await foldDirty(db);
  }
  for (const values of [after, course, [LEAP]]) {
    await send(late, values);
    await foldDirty(db);
  }
  const told = await usageText(db, inTime);
  expect(await usageText(db, late)).toEqual(told);
  // One of the others is delivered once more between them.
  await send(late, [[T0 + 5 * DAY_MS + 60_000, 'PP', 1000 + 5 * 24 + 1 / 60]]);
  await send(inTime, [[T0 + 5 * DAY_MS + 60_000, 'PP', 1000 + 5 * 24 + 1 / 60]]);
  await foldDirty(db);
  for (const id of [inTime, late]) {
    const live = await usageText(db, id);
    await rebuild(db, id);
    expect(await usageText(db, id)).toEqual(live);
  }
});

it('what a source replaced long ago is not read again with each value', async () => {
  const [, , , , , meterId = 0] = meterIds;
  const { db, pool } = database;
  await send(meterId, grows(T0, T0 + 3 * DAY_MS, ['PP']));
  for (const [ts, code, value] of grows(T0, T0 + DAY_MS, ['PP'], HOUR_MS))
    await send(meterId, [[ts, code, value + 0.25]]);
  await foldDirty(db);
  const asked: Record<string, number> = {};
  const counted: Queryable = {
    query: async (statement) => {
      const { rows } = await pool.query(statement);
      if (statement.name !== undefined) asked[statement.name] = rows.length;
      return { rows };
    },
  };
  const at = T0 + 3 * DAY_MS - Q;
  const facts = await meterFacts(counted, meterId);
  const extent = await extentOf(db, meterId);
  if (!extent) throw new Error('The meter has readings.');
  await loadReach(counted, facts, extent, { from: at, to: at }, new Set(['PP']));
  expect(asked).toMatchObject({ meter_facts: 1, fold_correction: 0 });
  await loadReach(counted, facts, extent, { from: T0 + HOUR_MS, to: T0 + HOUR_MS }, new Set(['PP']));
  expect(asked['fold_correction']).toBeGreaterThan(0);
});
