import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase, type Database } from '#server/database/db.ts';
import { silent } from '#server/database/log.ts';
import { migrate, MIGRATIONS } from '#server/database/migrate.ts';
import { buildMeters } from '#test/build/meter.ts';
import { createEmptyDatabase } from '#test/database.ts';
import { ensurePartitions, monthsOf } from './partition.ts';

const NAME = '0087-counting.sql';
const at = (minutes: number): Date => new Date(Date.parse('2025-03-01T00:00:00Z') + minutes * 60_000);
let empty: Awaited<ReturnType<typeof createEmptyDatabase>>;
let database: Database;
beforeAll(async () => {
  empty = await createEmptyDatabase();
  database = await openDatabase(empty.connectionString, { log: silent });
});
afterAll(async () => {
  await database.close();
  await empty.close();
});

it('the upgrade finds when meters were first heard, and has what stands on it worked out again', async () => {
  const { pool, db } = database;
  const names = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql'));
  await migrate(pool, { log: silent, only: new Set(names.filter((name) => name < NAME)) });
  await ensurePartitions(pool, monthsOf(Float64Array.of(at(0).getTime())));
  const { consumerId, meterIds } = await buildMeters(db, { meters: 4 });
  const [read, stated, undone, sum] = meterIds;
  await pool.query(`update ammeter set device_type = '11' where id = $1`, [sum]);
  const { rows: sources } = await pool.query<{ id: number }>(
    `insert into data_source (consumer_id, kind, rank, name, status) values ($1, 'import', 2, 'file', 2) returning id`,
    [consumerId],
  );
  const source = sources[0]?.id;
  await pool.query(
    `insert into reading (meter_id, ts, source, pp) values ($1, $3, $4, 1), ($1, $5, 0, 2), ($1, $6, 0, 3), ($2, $5, $4, 1)`,
    [read, undone, at(0), source, at(30), at(45)],
  );
  await pool.query(
    `insert into interval_energy (meter_id, source, start_ts, end_ts, code, value) values ($1, 0, $2, $3, 'PP', 1)`,
    [stated, at(15), at(30)],
  );
  await pool.query(
    `insert into meter_fold (meter_id, codes, first_ts, last_ts) select m, 1, $2, $3 from unnest($1::integer[]) m`,
    [meterIds, at(0), at(45)],
  );
  await pool.query(`insert into kept_sum (consumer_id, key, zone) values ($1, 'k', 'Asia/Shanghai')`, [consumerId]); // prettier-ignore
  await pool.query(
    `insert into kept_sum_usage (sum_id, level, ts, covered_s, flags, known) select id, 1, t, 900, 1, 3 from kept_sum,
       unnest($1::timestamptz[]) t`,
    [[at(0), at(30)]],
  );
  await migrate(pool, { log: silent, only: new Set([NAME]) });
  const { rows: counts } = await pool.query(
    `select meter_id as id, heard_ts as heard, counts_from as from, counts_to as to from meter_fold order by 1`,
  );
  expect(counts).toEqual([
    { id: read, heard: at(30), from: at(30), to: null },
    { id: stated, heard: at(15), from: at(15), to: null },
    { id: undone, heard: null, from: null, to: null },
    { id: sum, heard: null, from: null, to: null },
  ]);
  const { rows: marks } = await pool.query(`select meter_id as id, from_ts as from, to_ts as to from dirty order by 1`); // prettier-ignore
  expect(marks).toEqual([
    ...[read, stated, undone].map((id) => ({ id, from: at(45), to: at(45) })),
    { id: sum, from: at(0), to: at(45) },
  ]);
  const { rows: sums } = await pool.query(`select from_ts as from, to_ts as to from kept_sum_dirty`);
  expect(sums).toEqual([{ from: at(0), to: at(45) }]);
});
