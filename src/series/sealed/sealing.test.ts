import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { codeIndex } from '#contract/dataCode.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { DAY_MS, QUARTER_MS } from '#domain/time/duration.ts';
import { BrokenBlock } from '#domain/series/block.ts';
import {
  foldDirty,
  inTransaction,
  rawReadings,
  storeReadings,
} from '#feature/meters/reading/server/public.ts';
import { silent } from '#server/database/log.ts';
import { buildMeters } from '#test/build/meter.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { checkBlocks, openMonth, sealMonth, sealQuiet } from '../public.ts';
import { boundsOf } from './month.ts';
import { OddMonths } from './oddMonths.ts';

vi.setConfig({ testTimeout: 300_000 });

const MONTH = '2025-01-01';
const { from: START } = boundsOf(MONTH);
const AWKWARD = [0, -0, 0.1, -1234.56, 1 / 3, 5e-324, 1.7976931348623157e308, Math.fround(230.1), 2 ** 53];

let database: TestDatabase;
let meterId = 0;
let built = 0;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.pool.query(
    'delete from reading; delete from reading_block; delete from reading_late; delete from dirty',
  );
  meterId = (await buildMeters(database.db, { name: `works ${++built}` })).meterIds[0] as number;
});

async function tell(
  meter: number,
  from: number,
  n: number,
  value: (i: number) => number,
  code = 'PP',
): Promise<void> {
  const batch = new BatchBuilder();
  for (let i = 0; i < n; i++) {
    batch.row(meter, from + i * QUARTER_MS);
    batch.set(codeIndex(code), value(i));
  }
  await storeReadings(database.db, batch.batch());
  await foldDirty(database.db);
}

const count = async (table: string): Promise<number> =>
  Number((await database.pool.query<{ n: string }>(`select count(*) as n from ${table}`)).rows[0]?.n);
const all = (meter = meterId) => rawReadings(database.db, meter, START - DAY_MS, START + 70 * DAY_MS);
/** As if nothing had come for a year. */
const quieten = () => database.pool.query(`update reading_late set at = now() - interval '1 year'`);
const seal = (quietDays: number | null = null) => sealMonth(database.pool, meterId, MONTH, quietDays);

it('values of any bits come back as they were, and no row is left', async () => {
  await tell(meterId, START, AWKWARD.length, (i) => AWKWARD[i] as number, 'UA');
  await database.pool.query(`insert into reading (meter_id, ts, source, ub) values ($1, $2, 7, 'infinity')`, [
    meterId,
    new Date(START),
  ]);
  const before = await all();
  expect(await seal()).toBe('sealed');
  expect(await count('reading')).toBe(0);
  expect(await all()).toEqual(before);
  expect(await openMonth(database.pool, meterId, MONTH)).toBe(AWKWARD.length + 1);
  expect(await count('reading_block')).toBe(0);
  expect(await all()).toEqual(before);
});

it('months that run, that are not quiet or wait to be folded stay open', async () => {
  await tell(meterId, START, 10, (i) => i);
  const run = (quietDays = 5) => sealQuiet(database.pool, { quietDays, rest: 0 });
  expect(await run()).toEqual({ sealed: 0, left: 1 });
  await quieten();
  const {
    meterIds: [running = 0],
  } = await buildMeters(database.db, { name: `running ${built}` });
  await tell(running, Date.now(), 1, () => 5);
  await database.pool.query(
    `insert into dirty (meter_id, from_ts, to_ts, marked_at) values ($1, $2, $2, now() - interval '1 day')`,
    [meterId, new Date(START)],
  );
  expect(await run()).toEqual({ sealed: 0, left: 1 });
  await foldDirty(database.db);
  expect(await run()).toEqual({ sealed: 1, left: 0 });
  expect(await run()).toEqual({ sealed: 0, left: 0 });
  // What came for the month that runs is a row still.
  expect(await count('reading')).toBe(1);
  await tell(meterId, START + DAY_MS, 1, () => 96);
  expect(await run()).toEqual({ sealed: 0, left: 1 });
  await quieten();
  expect(await run()).toEqual({ sealed: 1, left: 0 });
  expect((await all()).length).toBe(11);
});

it('is taken up where it was stopped', async () => {
  const { meterIds } = await buildMeters(database.db, { meters: 5, name: `five ${built}` });
  for (const id of meterIds) await tell(id, START, 3, (i) => id + i);
  await quieten();
  const stopping = new AbortController();
  const options = { quietDays: 2, rest: 0, signal: stopping.signal };
  const look = async (): Promise<void> => {
    if ((await count('reading_block')) >= 2) stopping.abort();
  };
  const timer = setInterval(() => void look(), 1);
  await sealQuiet(database.pool, options).finally(() => clearInterval(timer));
  const first = await count('reading_block');
  const rest = await sealQuiet(database.pool, { quietDays: 2, rest: 0 });
  expect(first + rest.sealed).toBe(5);
  for (const id of meterIds)
    expect((await all(id)).map(({ values }) => values['PP'])).toEqual([id, id + 1, id + 2]);
});

it('what a block cannot hold stays rows, and what fails leaves the month as it was', async () => {
  await tell(meterId, START, 4, (i) => i);
  await database.pool.query(`update reading set extra = '{"x": 1}' where meter_id = $1 and ts = $2`, [
    meterId,
    new Date(START),
  ]);
  expect(await seal()).toBe('odd');
  await database.pool.query(`update reading set extra = null, uc = 'NaN' where meter_id = $1 and ts = $2`, [
    meterId,
    new Date(START),
  ]);
  expect(await seal()).toBe('odd');
  await database.pool.query(
    `update reading set uc = null, ts = ts + interval '1 microsecond' where meter_id = $1 and ts = $2`,
    [meterId, new Date(START)],
  );
  expect(await seal()).toBe('odd');
  await database.pool
    .query(`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'full disk'; end $$;
    create trigger refuse before insert on reading_block for each row execute function refuse()`);
  await database.pool.query(
    `update reading set ts = ts - interval '1 microsecond' where meter_id = $1 and extract(microseconds from ts)::integer % 1000 = 1`,
    [meterId],
  );
  await expect(seal()).rejects.toThrow('full disk');
  expect(await count('reading')).toBe(4);
  await database.pool.query('drop function refuse cascade');
  expect(await seal()).toBe('sealed');
});

it('what no block can hold is tried and told once, and again when something came for it', async () => {
  await tell(meterId, START, 4, (i) => i);
  await database.pool.query(`update reading set extra = '{"x": 1}' where meter_id = $1`, [meterId]);
  await quieten();
  const warn = vi.fn();
  const odd = new OddMonths();
  const look = () => sealQuiet(database.pool, { quietDays: 2, rest: 0, log: { ...silent, warn }, odd });
  for (let i = 0; i < 3; i++) expect(await look()).toEqual({ sealed: 0, left: 1 });
  expect(warn).toHaveBeenCalledTimes(1);
  await tell(meterId, START + DAY_MS, 1, () => 9);
  // It came, but is not quiet yet.
  expect(await look()).toEqual({ sealed: 0, left: 1 });
  await database.pool.query('update reading set extra = null where meter_id = $1', [meterId]);
  await quieten();
  expect(await look()).toEqual({ sealed: 1, left: 0 });
  expect(warn).toHaveBeenCalledTimes(1);
});

it('waits for nobody that stores values of the meter, and whoever stores waits for it', async () => {
  await tell(meterId, START, 4, (i) => i);
  let became = '';
  await inTransaction(database.pool, async (client) => {
    await client.query('select pg_advisory_xact_lock_shared(7303018, $1)', [meterId % 64]);
    became = await seal();
  });
  expect(became).toBe('busy');
  expect(await seal()).toBe('sealed');
});

it('readers and senders see every value while a month is sealed and opened all the time', async () => {
  await tell(meterId, START, 200, (i) => i);
  const [least, most] = [performance.now() + 1500, performance.now() + 60_000];
  let [rounds, reads, sent] = [0, 0, 0];
  const goesOn = (): boolean =>
    performance.now() < least || (performance.now() < most && Math.min(rounds, reads, sent) < 1);
  const sealing = async () => {
    while (goesOn()) {
      await database.pool.query('delete from dirty');
      if ((await seal()) === 'sealed') rounds++;
      await openMonth(database.pool, meterId, MONTH);
    }
  };
  const reading = async () => {
    while (goesOn()) {
      const values = (await all()).map((one) => one.values['PP']);
      expect(values.slice(0, 200)).toEqual(Array.from({ length: 200 }, (_, i) => i));
      reads++;
    }
  };
  const sending = async () => {
    for (let i = 0; goesOn(); i++) {
      const batch = new BatchBuilder();
      // One that is there already, and one that is new.
      batch.row(meterId, START + (i % 200) * QUARTER_MS);
      batch.set(codeIndex('PP'), i % 200);
      batch.row(meterId, START + 15 * DAY_MS + i * 1000);
      batch.set(codeIndex('PP'), 1000 + i);
      expect(await storeReadings(database.db, batch.batch())).toEqual({
        accepted: 1,
        duplicate: 1,
        conflict: 0,
      });
      sent++;
    }
  };
  await Promise.all([sealing(), reading(), reading(), sending()]);
  expect((await all()).length).toBe(200 + sent);
  expect(Math.min(rounds, reads, sent)).toBeGreaterThan(0);
});

it('a fault in a block is found, told when it is asked for, and keeps no other from being sealed', async () => {
  const { meterIds } = await buildMeters(database.db, { meters: 3, name: `three ${built}` });
  for (const id of meterIds) {
    await tell(id, START, 50, (i) => i);
    expect(await sealMonth(database.pool, id, MONTH, null)).toBe('sealed');
  }
  const sound = await checkBlocks(database.pool);
  expect(sound).toMatchObject({ blocks: 3, rows: 150, values: 150, faults: [] });
  const [one, two] = meterIds as [number, number];
  await database.pool.query(
    'update reading_block set bytes = set_byte(bytes, 9, get_byte(bytes, 9) # 1), id = gen_random_uuid() where meter_id = $1',
    [one],
  );
  await database.pool.query('update reading_block set value_count = value_count - 1 where meter_id = $1', [
    two,
  ]);
  const { faults } = await checkBlocks(database.pool);
  expect(faults).toEqual([
    `The block of meter ${one} and ${MONTH}: A block does not agree with its checksum.`,
    `The block of meter ${two} and ${MONTH} has other values than its row tells.`,
  ]);
  await expect(all(one)).rejects.toThrow(BrokenBlock);
  expect((await all(two)).length).toBe(50);
  await tell(two, START + 20 * DAY_MS, 2, (i) => i + 500);
  await quieten();
  expect((await sealQuiet(database.pool, { quietDays: 2, rest: 0 })).sealed).toBe(1);
  expect((await checkBlocks(database.pool)).faults).toHaveLength(1);
});

it('what a row of a block tells wrongly, and a row beside it that lacks a value, are found', async () => {
  const plan: readonly (readonly [string, string])[] = [
    ['codes = set_bit(codes, 3, 1)', 'other values'],
    ["device_first_ts = device_first_ts + interval '1 hour'", 'other instants of the device'],
    ['device_last_ts = null', 'other instants of the device'],
  ];
  for (const [change, said] of plan) {
    const { meterIds: [id = 0] } = await buildMeters(database.db, { name: `fault ${++built}` }); // prettier-ignore
    await tell(id, START, 50, (i) => i);
    expect(await sealMonth(database.pool, id, MONTH, null)).toBe('sealed');
    await database.pool.query(`update reading_block set ${change} where meter_id = $1`, [id]);
    const { faults } = await checkBlocks(database.pool);
    expect(faults).toEqual([expect.stringContaining(said) as string]);
    await database.pool.query('delete from reading_block');
  }
  await tell(meterId, START, 50, (i) => i);
  await tell(meterId, START, 50, (i) => 220 + i, 'UA');
  expect(await seal()).toBe('sealed');
  const beside = (columns: string, values: string) =>
    database.pool.query(`insert into reading (meter_id, ts, source, ${columns}) values ($1, $2, 0, ${values})`, [meterId, new Date(START)]); // prettier-ignore
  await beside('pp, ua', '7, 8');
  expect((await checkBlocks(database.pool)).faults).toEqual([]);
  await database.pool.query('delete from reading');
  await beside('pp', '7');
  expect((await checkBlocks(database.pool)).faults).toEqual([
    `The block of meter ${meterId} and ${MONTH} has values that 1 rows beside it lack.`,
  ]);
});
