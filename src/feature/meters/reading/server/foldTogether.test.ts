import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { codeIndex } from '#contract/dataCode.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { MINUTE_MS } from '#domain/time/duration.ts';
import { type Log, silent } from '#server/database/log.ts';
import { buildMeters, usageText } from '#test/build/meter.ts';
import { type TestDatabase, createTestDatabase } from '#test/database.ts';
import { RUNS_MS, runs } from '#test/runs.ts';
import { holdExtents } from './extent.ts';
import { foldDirty } from './foldDirty.ts';
import { FOLD_GATE } from './foldLock.ts';
import { foldMeter, foldMeters } from './foldMeter.ts';
import { storeReadings } from './storeReadings.ts';

vi.setConfig({ testTimeout: RUNS_MS });

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

let built = 0;

const CODES = ['PP', 'PZ', 'RP'] as const;

interface Value {
  /** Minutes before now. */
  readonly minute: number;
  /** Which of the meters. */
  readonly meter: number;
  readonly code: (typeof CODES)[number];
  readonly value: number;
}

const values = fc.array(
  fc.record({
    minute: fc.integer({ min: 0, max: 300 }),
    meter: fc.integer({ min: 0, max: 5 }),
    code: fc.constantFrom(...CODES),
    value: fc.integer({ min: 0, max: 10_000 }),
  }),
  { minLength: 1, maxLength: 60 },
);

async function store(meterIds: readonly number[], rows: readonly Value[]) {
  const now = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
  const builder = new BatchBuilder();
  for (const { minute, meter, code, value } of rows) {
    builder.row(meterIds[meter] ?? 0, now - minute * MINUTE_MS);
    builder.set(codeIndex(code), value);
  }
  await storeReadings(database.db, builder.batch(), { source: 0 });
}

it('meters folded together are what each is alone, delivery by delivery', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(values, { minLength: 1, maxLength: 3 }), async (deliveries) => {
      const { meterIds: together } = await buildMeters(database.db, {
        meters: 6,
        name: `together ${++built}`,
      });
      const { meterIds: alone } = await buildMeters(database.db, { meters: 6, name: `alone ${built}` });
      for (const rows of deliveries) {
        await store(together, rows);
        await store(alone, rows);
        const folded = await foldMeters(database.pool, together);
        expect([...folded.keys()]).toEqual(together);
        for (const id of alone) await foldMeter(database.pool, id);
        for (const [i, id] of together.entries())
          expect(await usageText(database.db, id)).toEqual(await usageText(database.db, alone[i] ?? 0));
      }
      const left =
        await sql`select from dirty where meter_id = any(${[...together, ...alone]}::integer[])`.execute(
          database.db,
        );
      expect(left.rows).toHaveLength(0);
    }),
    runs(20),
  );
});

it('what another process folds is left to it, and what fails alone keeps no other waiting', async () => {
  const { meterIds } = await buildMeters(database.db, { meters: 6, name: 'failing' });
  const rows = meterIds.map((_, meter) => ({ minute: 5, meter, code: 'PZ' as const, value: 7 }));
  await store(meterIds, rows);
  const [busy = 0, failing = 0, ...others] = meterIds;
  await sql`create function fail_fold() returns trigger language plpgsql as
    $$ begin if new.meter_id = ${sql.lit(failing)} then raise exception 'broken page'; end if; return new; end $$`.execute(
    database.db,
  );
  await sql`create trigger fail_fold before insert on usage for each row execute function fail_fold()`.execute(
    database.db,
  );
  const client = await database.pool.connect();
  const said: string[] = [];
  const log: Log = { ...silent, error: (line) => void said.push(String(line)) };
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock(7303016, $1)', [busy]);
    await foldDirty(database.db, { log });
  } finally {
    await client.query('rollback');
    client.release();
    await sql`drop trigger fail_fold on usage`.execute(database.db);
  }
  const { rows: left } = await sql<{ id: number }>`select distinct meter_id as id from dirty
    where meter_id = any(${meterIds}::integer[]) order by 1`.execute(database.db);
  expect(left.map((row) => row.id)).toEqual([busy, failing]);
  expect(said.filter((line) => line.startsWith(`Folding meter ${failing} failed: broken page`))).toHaveLength(
    1,
  );
  for (const id of others) expect(await usageText(database.db, id)).not.toHaveLength(0);
  await foldDirty(database.db);
  for (const id of [busy, failing]) expect(await usageText(database.db, id)).not.toHaveLength(0);
});

it('a change that waits for a fold keeps others of its enterprise from beginning, and nobody else’s', async () => {
  const { meterIds } = await buildMeters(database.db, { meters: 2, name: 'waits' });
  const { meterIds: others } = await buildMeters(database.db, { meters: 1, name: 'beside' });
  const [first = 0, second = 0, other = 0] = [...meterIds, ...others];
  const sent = [0, 1, 2].flatMap((meter) => [60, 30].map((minute): Value => ({ minute, meter, code: 'PP', value: 100 - minute })));
  await store([first, second, other], sent);
  const fold = await database.pool.connect();
  try {
    // A fold of the first is under way.
    await fold.query('begin');
    await fold.query('insert into meter_fold (meter_id) values ($1) on conflict (meter_id) do update set folded_at = now()', [first]);
    let held = false;
    const holding = database.db.transaction().execute(async (trx) => {
      await holdExtents(trx, [first, second]);
      held = true;
    });
    const gate = `select from pg_locks where locktype = 'advisory' and classid = ${FOLD_GATE} and granted`;
    await vi.waitFor(async () => expect((await database.pool.query(gate)).rows).toHaveLength(1));
    expect(await foldMeter(database.pool, second)).toBeNull();
    expect(await foldMeter(database.pool, other)).toBeGreaterThan(0);
    expect(held).toBe(false);
    await fold.query('commit');
    await holding;
    expect(await foldMeter(database.pool, second)).toBeGreaterThan(0);
  } finally {
    fold.release();
  }
}); // prettier-ignore
