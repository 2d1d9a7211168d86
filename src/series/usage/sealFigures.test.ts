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
import { setClosed } from '../gone/closed.ts';
import { boundsOf } from '../sealed/month.ts';
import { checkFigures } from './checkFigures.ts';
import { DIGESTED, isRight } from './digest.ts';
import { ENCODED } from './encode.ts';
import { openFigureMonth, openFigures } from './openFigures.ts';
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
  const names = rows.map(({ name }) => name);
  expect(Object.keys(ENCODED).sort()).toEqual([...names, 'absent'].sort());
  // What the newest form of the digest lacks could change unseen.
  expect(DIGESTED.toSorted()).toEqual(['meter_id', 'level', 'ts', ...names].sort());
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

it('a damaged block is not opened by what comes late; a person opens it, and it is folded again', async () => {
  const late = START + 10 * DAY_MS + 5 * HOUR_MS;
  await tell(START, END, QUARTER_MS, (ts) => ts === late);
  await seal();
  await database.pool.query('update usage_block set pp[7] = pp[7] + 1 where meter_id = $1 and level = 1', [
    meterId,
  ]);
  const said = `The figures of meter ${meterId}, level 1 and ${MONTH} are not those that were sealed.`;
  const open = () =>
    inTransaction(database.pool, (client) =>
      openFigures(client as Queryable, [{ meterId, level: 1, from: START, to: START + DAY_MS }]),
    );
  await expect(open()).rejects.toThrow(said);
  await tell(late, late + 1, QUARTER_MS);
  expect(await fine()).toBe(0);
  expect((await checkFigures(database.pool)).faults).toEqual([said]);
  await inTransaction(database.pool, (client) => openFigureMonth(client as Queryable, meterId, MONTH));
  await settle(database.db, meterId);
  const mended = await figures();
  await rebuild(database.db, meterId);
  expect(await figures()).toEqual(mended);
  expect(await seal()).toBe('sealed');
  expect((await checkFigures(database.pool)).faults).toEqual([]);
});

it('a damaged block whose readings are in files is not opened at all', async () => {
  await tell(START, END, QUARTER_MS);
  await seal();
  await database.pool.query('update usage_block set pp[7] = pp[7] + 1 where meter_id = $1 and level = 1', [
    meterId,
  ]);
  await setClosed(database.pool as Queryable, meterId, { goneBefore: END, closedBefore: END + 28 * DAY_MS });
  const opening = inTransaction(database.pool, (client) =>
    openFigureMonth(client as Queryable, meterId, MONTH),
  );
  await expect(opening).rejects.toThrow('not those that were sealed');
  expect(await count(`usage_block where meter_id = ${meterId}`)).toBe(2);
});

it('a bucket that stands in a block and as a row is named', async () => {
  await tell(START, END, QUARTER_MS);
  await seal();
  await database.pool.query(`insert into usage select * from usage_sealed($1, 1, $2, $3)`, [
    meterId,
    new Date(START + DAY_MS),
    new Date(START + DAY_MS + HOUR_MS),
  ]);
  expect((await checkFigures(database.pool)).faults).toEqual([
    `The figures of meter ${meterId}, level 1 and ${MONTH} stand as rows too: 4 buckets count twice.`,
  ]);
});

it('digests are those of whole rows as text, as they were first written, in any zone', async () => {
  await tell(START, START + 9 * DAY_MS, 7 * 60_000 + 500, (ts) => Math.floor(ts / HOUR_MS) % 31 < 5);
  await seal();
  const { rows } = await inTransaction(database.pool, async (client) => {
    await client.query(`select set_config('timezone', 'UTC', true), set_config('datestyle', 'ISO', true)`);
    return client.query<{ equal: boolean }>(
      `select b.digest = (select hashtextextended(string_agg(s::text, E'\\n' order by s.ts), 0)
         from usage_sealed(b.meter_id, b.level, b.first_ts, b.last_ts + interval '1 second') s) as equal from usage_block b`,
    );
  });
  expect(rows).toEqual([{ equal: true }, { equal: true }]);
  const elsewhere = await inTransaction(database.pool, async (client) => {
    await client.query(`select set_config('timezone', 'Asia/Kathmandu', true)`);
    return client.query<{ right: boolean }>(`select ${isRight('b')} as right from usage_block b`);
  });
  expect(elsewhere.rows).toEqual([{ right: true }, { right: true }]);
});

// The last one: it gives `usage` another column.
it('what was sealed before `usage` had another column is right after it', async () => {
  await tell(START, END, QUARTER_MS);
  await seal();
  const { rows } = await database.pool.query<{ text: string }>(`select pg_get_functiondef('usage_sealed'::regproc) as text`); // prettier-ignore
  const last = 'c.cz5 + coalesce(c.cz, 0)';
  expect(rows[0]?.text).toContain(last);
  await database.pool.query('alter table usage add column later bigint');
  await database.pool.query((rows[0]?.text ?? '').replace(last, `${last}, null::bigint`));
  expect(await checkFigures(database.pool)).toMatchObject({ blocks: 2, faults: [] });
});
