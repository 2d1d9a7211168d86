import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { codeIndex } from '#contract/dataCode.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { DAY_MS, HOUR_MS, QUARTER_MS } from '#domain/time/duration.ts';
import {
  foldDirty,
  inTransaction,
  rebuild,
  settle,
  storeReadings,
} from '#feature/meters/reading/server/public.ts';
import { buildMeters, usageText } from '#test/build/meter.ts';
import type { Queryable } from '#server/database/queryable.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { boundsOf } from '../sealed/month.ts';
import { checkFigures } from './checkFigures.ts';
import { ENCODED } from './encode.ts';
import { openFigureMonth } from './openFigures.ts';
import { sealFigures } from './sealFigures.ts';
import { sealQuietFigures } from './sealQuietFigures.ts';

vi.setConfig({ testTimeout: 120_000 });

const MONTH = '2025-01-01';
const { from: START, to: END } = boundsOf(MONTH);

let database: TestDatabase;
let meterId = 0;
let built = 0;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.pool.query('delete from usage_block; delete from usage_open; delete from meter_fold');
  meterId = (await buildMeters(database.db, { name: `works ${++built}` })).meterIds[0] as number;
});

/** Powers every step but those that are skipped, and registers in the time of the test. */
async function tell(
  from: number,
  to: number,
  step: number,
  skip = (_: number): boolean => false,
): Promise<void> {
  const batch = new BatchBuilder();
  for (let ts = from; ts < to; ts += step) {
    if (skip(ts)) continue;
    batch.row(meterId, ts);
    if (from < END + 10 * DAY_MS)
      batch.set(codeIndex('PP'), Math.round((ts - START) / 40_000 + 7 * Math.sin(ts / HOUR_MS)) / 4 + 1000);
    batch.set(codeIndex('PZ'), Math.round(9000 + 8000 * Math.sin(ts / DAY_MS)) / 100);
  }
  await storeReadings(database.db, batch.batch());
  await foldDirty(database.db);
}

const count = async (sql: string): Promise<number> =>
  Number((await database.pool.query<{ n: string }>(`select count(*) as n from ${sql}`)).rows[0]?.n);
const fine = () => count(`usage where meter_id = ${meterId} and level <= 2`);
const figures = () => usageText(database.db, meterId);
const seal = (month = MONTH, quietDays: number | null = null) =>
  sealFigures(database.pool, meterId, month, quietDays);

it('knows every column of `usage`', async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = 'usage'::regclass and attnum > 0 and not attisdropped
       and attname <> all ('{meter_id,level,ts}')`,
  );
  expect(Object.keys(ENCODED).sort()).toEqual([...rows.map(({ name }) => name), 'absent'].sort());
});

it.each([
  ['a reading every quarter of an hour', QUARTER_MS, () => false],
  ['one every minute, whose highest and lowest lie anywhere', 60_000, () => false],
  ['one every hour', HOUR_MS, () => false],
  [
    'gaps of hours and days',
    QUARTER_MS,
    (ts: number) => Math.floor(ts / HOUR_MS) % 31 < 5 || Math.floor(ts / DAY_MS) % 9 === 0,
  ],
  ['one now and then', 7 * HOUR_MS + 420_000, () => false],
] as const)('%s: figures come back as they were, and no row is left', async (_, step, skip) => {
  await tell(START, Math.min(END, START + (step < QUARTER_MS ? 3 : 31) * DAY_MS), step, skip);
  const before = await figures();
  expect(await fine()).toBeGreaterThan(50);
  expect(await seal()).toBe('sealed');
  expect(await fine()).toBe(0);
  expect(await figures()).toEqual(before);
  expect(await checkFigures(database.pool)).toMatchObject({ blocks: 2, faults: [] });
});

it('a late reading opens its month, changes its figures and those above, and the month is sealed again', async () => {
  const late = START + 10 * DAY_MS + 5 * HOUR_MS;
  await tell(START, END + 5 * DAY_MS, QUARTER_MS, (ts) => ts === late);
  expect(await seal()).toBe('sealed');
  await tell(late, late + 1, QUARTER_MS);
  expect(await fine()).toBeGreaterThan(3000);
  const opened = await figures();
  await rebuild(database.db, meterId);
  expect(await figures()).toEqual(opened);
  // It is loud for some days.
  expect(await seal(MONTH, 2)).toBe('loud');
  await tell(late + 60_000, late + 60_001, QUARTER_MS);
  const after = await figures();
  expect(await seal()).toBe('sealed');
  expect(await figures()).toEqual(after);
});

it('months that run, wait to be folded or were opened lately stay rows; the others are sealed, each once', async () => {
  await tell(START, END + 3 * DAY_MS, QUARTER_MS);
  const now = Math.floor(Date.now() / QUARTER_MS) * QUARTER_MS;
  await tell(now - HOUR_MS, now, QUARTER_MS);
  const before = await figures();
  const run = () => sealQuietFigures(database.pool, { quietDays: 2, rest: 0 });
  await database.pool.query('insert into dirty (meter_id, from_ts, to_ts) values ($1, $2, $2)', [meterId, new Date(START)]); // prettier-ignore
  expect(await run()).toMatchObject({ left: 1 });
  await foldDirty(database.db);
  expect((await run()).sealed).toBeGreaterThanOrEqual(1);
  expect(await run()).toEqual({ sealed: 0, left: 0 });
  expect(
    await count(`usage where meter_id = ${meterId} and level = 1 and ts < now() - interval '40 days'`),
  ).toBe(0);
  expect(await count(`usage where meter_id = ${meterId} and level = 1`)).toBeGreaterThan(0);
  expect(await figures()).toEqual(before);
});

it('whoever reads and whoever sends finds every figure while its month is sealed and opened all the time', async () => {
  await tell(START, START + 12 * DAY_MS, QUARTER_MS);
  const before = await figures();
  const stop = new AbortController();
  let turns = 0;
  const turning = (async () => {
    while (!stop.signal.aborted) {
      await seal();
      await inTransaction(database.pool, (client) => openFigureMonth(client as Queryable, meterId, MONTH));
      turns++;
    }
  })();
  for (let i = 0; i < 30; i++) expect(await figures()).toEqual(before);
  for (let day = 12; day < 20; day++)
    await tell(START + day * DAY_MS, START + (day + 1) * DAY_MS, QUARTER_MS);
  stop.abort();
  await turning;
  expect(turns).toBeGreaterThan(3);
  // A meter that was being sealed was left for the next look of the fold.
  await settle(database.db, meterId);
  const after = await figures();
  await rebuild(database.db, meterId);
  expect(await figures()).toEqual(after);
});

it('takes an eighth of the room or less', async () => {
  await tell(START, END, QUARTER_MS);
  await seal();
  const { bytes, buckets } = await checkFigures(database.pool);
  expect(buckets).toBeGreaterThan(3700);
  expect(bytes / ((buckets * 4) / 5)).toBeLessThan(20);
});

it('a block whose values were changed is named', async () => {
  await tell(START, END, QUARTER_MS);
  await seal();
  await database.pool.query('update usage_block set pp[7] = pp[7] + 1 where meter_id = $1 and level = 1', [
    meterId,
  ]);
  const { faults } = await checkFigures(database.pool);
  expect(faults).toEqual([
    `The figures of meter ${meterId}, level 1 and ${MONTH} are not those that were sealed.`,
  ]);
});
