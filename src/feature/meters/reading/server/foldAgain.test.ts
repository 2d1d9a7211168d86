import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { codeIndex } from '#contract/dataCode.ts';
import { HOUR_MS as HOUR } from '#domain/time/duration.ts';
import { buildMeters, usageText } from '#test/build/meter.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { CodeSet } from '#domain/reading/codeSet.ts';
import { foldDirty } from './foldDirty.ts';
import { storeReadings } from './storeReadings.ts';

const T0 = Date.UTC(2025, 10, 1, 4);
const HOURS = 300;
const PP = codeIndex('PP');
let database: TestDatabase;
let meterIds: number[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  ({ meterIds } = await buildMeters(database.db, { meters: 3, zone: 'America/New_York', name: 'again' }));
});
afterAll(() => database.close());

/** What a register that grows by 0.25 to 0.4 an hour shows wrong, by its hour. */
const WRONG: readonly ((hour: number, right: number) => number)[] = [
  (hour, right) => (hour >= 166 && hour <= 168 ? right + 30 : right),
  (hour, right) => (hour >= 150 && hour <= 200 ? 0 : right),
  (hour, right) => (hour === 120 || hour === 190 ? right * 10 : right),
];

/** Every fifth hour, and each of those four days before the first that is wrong: a verdict may be cut there. */
const AGAIN = Array.from({ length: HOURS - 1 }, (_, i) => i + 1).filter((hour) => hour % 5 === 0 || (hour >= 46 && hour <= 76)); // prettier-ignore

it('what is folded again anywhere, near a register that left its course or days from it, stays what it was', async () => {
  const { db } = database;
  const builder = new BatchBuilder();
  for (const [m, id] of meterIds.entries()) {
    let right = 100;
    for (let hour = 0; hour <= HOURS; hour++) {
      right += 0.25 + ((hour * 7919) % 16) / 100;
      builder.row(id, T0 + hour * HOUR);
      builder.set(PP, Math.round((WRONG[m]?.(hour, right) ?? right) * 100) / 100);
    }
  }
  await storeReadings(db, builder.batch());
  await foldDirty(db);
  const before = await Promise.all(meterIds.map((id) => usageText(db, id)));
  expect(before.every((rows) => rows.some((row) => row.includes('"flags": 514')))).toBe(true);
  for (const hour of AGAIN) {
    const at = new Date(T0 + hour * HOUR);
    await sql`insert into dirty (meter_id, from_ts, to_ts, codes, span_s)
      select id, ${at}, ${at}, ${String(CodeSet.of([PP]))}::bit varying, 0 from unnest(${meterIds}::integer[]) id`.execute(
      db,
    );
    await foldDirty(db);
  }
  for (const [m, id] of meterIds.entries()) expect(await usageText(db, id)).toEqual(before[m]);
}, 120_000);
