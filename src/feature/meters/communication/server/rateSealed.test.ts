import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { codeIndex } from '#contract/dataCode.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { DAY_MS, QUARTER_MS } from '#domain/time/duration.ts';
import { settle, storeReadings } from '#feature/meters/reading/server/public.ts';
import { sealMonth } from '#series/public.ts';
import { buildMeters } from '#test/build/meter.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { gapsOf } from './gaps.ts';
import { meterRates } from './rate.ts';
import { partsOf } from './rateSql.ts';

const START = Date.UTC(2025, 0, 1);
const MONTHS = ['2025-01-01', '2025-02-01', '2025-03-01'];

let database: TestDatabase;
let consumerId = 0;
let meterIds: number[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  ({ consumerId, meterIds } = await buildMeters(database.db, { meters: 3 }));
  const batch = new BatchBuilder();
  for (const [m, id] of meterIds.entries())
    for (let k = 0; k < 90 * 96; k++) {
      if (k % (500 + 90 * m) < 7 * (m + 1)) continue;
      batch.row(id, START + k * QUARTER_MS);
      batch.set(codeIndex('PP'), k);
    }
  await storeReadings(database.db, batch.batch());
  for (const id of meterIds) await settle(database.db, id);
});
afterAll(() => database.close());

const sealAll = async (): Promise<void> => {
  for (const id of meterIds)
    for (const month of MONTHS) expect(await sealMonth(database.pool, id, month, null)).toBe('sealed');
};
const opened = async (work: () => Promise<unknown>): Promise<number> => {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  await work();
  const n = spy.mock.calls.filter(([one]) => JSON.stringify(one ?? '').includes('select bytes from reading_block')).length; // prettier-ignore
  spy.mockRestore();
  return n;
};

it('sealed or not rates and gaps are the same, in parts as at once, and a day opens its month alone', async () => {
  const { db } = database;
  const now = START + 89 * DAY_MS;
  const day = { consumerId, begin: '2025-02-14', end: '2025-02-14' };
  const all = { consumerId, begin: '2025-01-20', end: '2025-03-20' };
  const page = { current: 2, pageSize: 15 };
  const ask = () =>
    db.transaction().execute(async (trx) => ({
      day: await meterRates(trx, day, now),
      rates: await meterRates(trx, all, now),
      gaps: await gapsOf(trx, all, page, now),
    }));
  const seconds = (n: number) => sql`update ammeter set interval_seconds = ${n} where id = any(${meterIds}::integer[])`.execute(db); // prettier-ignore
  const before = await ask();
  await seconds(5);
  const fast = await ask();
  await seconds(900);
  expect(before.rates).toHaveLength(3);
  expect(before.gaps.list.length).toBe(15);
  await sealAll();
  const askDay = () => db.transaction().execute((trx) => meterRates(trx, day, now));
  expect(await opened(askDay)).toBe(3);
  expect(await ask()).toEqual(before);
  // A value every five seconds is so many that each meter is a part by itself.
  await seconds(5);
  expect(await db.transaction().execute((trx) => partsOf(trx, all))).toHaveLength(3);
  expect(await ask()).toEqual(fast);
});
