import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { codeIndex } from '#contract/dataCode.ts';
import type { Range } from '#domain/fold/reach.ts';
import { LEVELS } from '#domain/time/bucket.ts';
import { DAY_MS as DAY, QUARTER_MS as Q } from '#domain/time/duration.ts';
import { wantedSumsOf } from '#feature/meters/subject/server/public.ts';
import {
  clearSums,
  demandsOver,
  extremesOver,
  foldDirty,
  foldSums,
  rebuild,
  type SignedMeter,
  storeReadings,
  usageOver,
  usageSums,
} from '#feature/meters/reading/server/public.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import type { Db } from '#server/database/db.ts';
import { withScope } from '#server/database/scope.ts';
import { buildMeters } from '#test/build/meter.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { followStructures } from './keepSums.ts';

/** Midnight of 2025-01-28 in Shanghai: four days on, a month is over. */
const T0 = Date.UTC(2025, 0, 27, 16);
const DAYS = 6;
const RANGES: readonly Range[] = [
  { from: T0 - DAY, to: T0 + (DAYS + 1) * DAY },
  { from: T0 + DAY, to: T0 + 3 * DAY },
];
const DAY_RANGES = Array.from({ length: DAYS }, (_, i) => ({ from: T0 + i * DAY, to: T0 + (i + 1) * DAY }));

let database: TestDatabase;
let consumerId = 0;
let siteId = 0;
let meterIds: number[] = [];
let signed: SignedMeter[] = [];
const seen = new Map<number, bigint>();

/** Registers of a meter at its instants; `hole` of them is left out. */
async function send(
  m: number,
  from: number,
  to: number,
  hole = (_k: number): boolean => false,
): Promise<void> {
  const builder = new BatchBuilder();
  for (let k = from; k <= to; k++) {
    if (hole(k)) continue;
    builder.row(meterIds[m] ?? 0, T0 + k * Q);
    builder.set(codeIndex('PP'), k * (m + 1) + ((k * 7919 + m) % 13) / 100);
    if (m !== 2) builder.set(codeIndex('QI'), k * 2);
  }
  await storeReadings(database.db, builder.batch());
  await foldDirty(database.db);
}

/** All that answers find about the sum. */
async function reported(trx: Db): Promise<unknown> {
  const levels = [];
  for (const level of LEVELS)
    levels.push(
      await usageSums(trx, signed, level, RANGES, { demand: true }),
      await usageSums(trx, signed, level, RANGES, { more: ['QI', 'PP2'] }),
      await usageSums(trx, signed, level, RANGES, { code: 'QI' }),
    );
  return {
    levels,
    over: await usageOver(trx, signed, [
      ...RANGES,
      ...DAY_RANGES,
      { from: T0 + 3 * DAY + 5 * Q, to: T0 + 5 * DAY + Q },
    ]),
    extremes: await extremesOver(trx, signed, DAY_RANGES, T0 + DAYS * DAY),
    demands: await demandsOver(trx, signed, DAY_RANGES, 3_000_000n),
  };
}

const query = (): Promise<unknown> => withScope(database.app, [consumerId], reported);

/** The same from the meters: as if no sum were kept. */
async function fromMeters(): Promise<unknown> {
  const undo = new Error('undo');
  let answer: unknown;
  const rolledBack = database.db.transaction().execute(async (trx) => {
    await sql`delete from kept_sum`.execute(trx);
    answer = await reported(trx);
    throw undo;
  });
  await rolledBack.catch((error: unknown) => {
    if (error !== undo) throw error;
  });
  return answer;
}

const count = async (table: string): Promise<number> =>
  Number((await sql<{ n: string }>`select count(*) as n from ${sql.table(table)}`.execute(database.db)).rows[0]?.n); // prettier-ignore

beforeAll(async () => {
  database = await createTestDatabase();
  ({ consumerId, siteId, meterIds } = await buildMeters(database.db, { meters: 5, name: 'sums' }));
  await send(0, 0, DAYS * 96);
  await send(1, 0, DAYS * 96, (k) => k > 100 && k < 140);
  await send(2, 0, DAYS * 96, (k) => k % 4 !== 0);
  // The fourth began later.
  await send(3, 200, DAYS * 96);
  signed = [0, 1, 2, 3].map((m) => ({ meterId: meterIds[m] ?? 0, sign: m === 2 ? -1 : 1 }));
  const { rows } = await sql<{ id: number }>`
    insert into org_unit (org_name, org_code, consumer_id, org_type, ix) values ('Hall', 'H', ${consumerId}, '41', 0)
    returning id`.execute(database.db);
  await sql`
    insert into org_ammeter (org_id, consumer_id, data_type, ammeter_id, sign)
    select ${rows[0]?.id}, ${consumerId}, '1', * from unnest(${signed.map((one) => one.meterId)}::integer[], ${signed.map((one) => String(one.sign))}::text[])`.execute(
    database.db,
  );
});
afterAll(() => database.close());

it('is exact while it waits, when it is added up, and from then on is what answers read', async () => {
  const truth = await query();
  expect(await count('kept_sum')).toBe(0);
  await followStructures(database.db, wantedSumsOf, seen);
  // The hall; enterprise and site stand for all five.
  expect(await count('kept_sum')).toBe(2);
  expect(await query()).toEqual(truth);
  await foldSums(database.db);
  expect(await count('kept_sum_dirty')).toBe(0);
  expect(await query()).toEqual(truth);
  expect(await fromMeters()).toEqual(truth);
  await sql`update kept_sum_usage set pp = pp + 1`.execute(database.db);
  expect(await query()).not.toEqual(truth);
  const lastDay = DAY_RANGES.slice(-1);
  const [own] = await usageOver(database.db, signed.slice(0, 2), lastDay);
  const [rest] = await usageOver(database.db, signed.slice(2), lastDay);
  const [kept] = await withScope(database.app, [consumerId], (trx) => usageOver(trx, signed, lastDay));
  expect(kept?.energy).toBe((own?.energy ?? 0n) + (rest?.energy ?? 0n) + 1n);
  await sql`update kept_sum_usage set pp = pp - 1`.execute(database.db);
});

it('follows readings that come late, before and after it is added up again', async () => {
  const before = await query();
  await send(1, 101, 139);
  const truth = await fromMeters();
  expect(truth).not.toEqual(before);
  expect(await count('kept_sum_dirty')).toBeGreaterThan(0);
  expect(await query()).toEqual(truth);
  await foldSums(database.db, { patient: true });
  // Its meters were written a moment ago.
  expect(await count('kept_sum_dirty')).toBeGreaterThan(0);
  // Two changes that lie apart.
  await send(3, 0, 20);
  await foldSums(database.db);
  expect(await count('kept_sum_dirty')).toBe(0);
  expect(await query()).toEqual(await fromMeters());
});

it('follows a history that is built anew', async () => {
  await rebuild(database.db, meterIds[0] ?? 0);
  expect(await query()).toEqual(await fromMeters());
  await foldSums(database.db);
  expect(await query()).toEqual(await fromMeters());
});

it('is another sum when others stand for the node, or in another zone', async () => {
  await sql`delete from org_ammeter where ammeter_id = ${meterIds[3]}`.execute(database.db);
  signed = signed.slice(0, 3);
  const truth = await query();
  // A structure that has just changed waits for the next look.
  const before = await followStructures(database.db, wantedSumsOf, seen, new Map());
  expect(await query()).toEqual(truth);
  await followStructures(database.db, wantedSumsOf, seen, before);
  // The one that nobody asks for any more is there for who has found it.
  expect(await count('kept_sum')).toBe(3);
  await clearSums(database.db);
  expect(await count('kept_sum')).toBe(3);
  await clearSums(database.db, 0);
  expect(await count('kept_sum')).toBe(2);
  await foldSums(database.db);
  expect(await query()).toEqual(truth);
  await sql`update monitor_site set time_zone = 'Europe/Berlin' where id = ${siteId}`.execute(database.db);
  await followStructures(database.db, wantedSumsOf, seen);
  await foldSums(database.db);
  expect(await query()).toEqual(await fromMeters());
});

it('goes with its enterprise, and is shown to nobody else', async () => {
  const others = await withScope(database.app, [consumerId + 1], (trx) =>
    sql<{ n: string }>`select count(*) as n from kept_sum`.execute(trx),
  );
  expect(others.rows[0]?.n).toBe('0');
  await sql`delete from org_ammeter where consumer_id = ${consumerId}`.execute(database.db);
  await sql`delete from org_unit where consumer_id = ${consumerId}`.execute(database.db);
  await sql`delete from ammeter where consumer_id = ${consumerId}`.execute(database.db);
  await followStructures(database.db, wantedSumsOf, seen);
  await clearSums(database.db, 0);
  expect(await count('kept_sum')).toBe(0);
  expect(await count('kept_sum_usage')).toBe(0);
});
