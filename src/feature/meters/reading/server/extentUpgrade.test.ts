import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS as DAY } from '#domain/time/duration.ts';
import { openDatabase, type Database } from '#server/database/db.ts';
import { silent } from '#server/database/log.ts';
import { migrate, MIGRATIONS } from '#server/database/migrate.ts';
import { buildMeters } from '#test/build/meter.ts';
import { createEmptyDatabase } from '#test/database.ts';
import { ensurePartitions, monthsOf } from './partition.ts';

const NAME = '0107-whatCame.sql';
const NOW = Math.floor(Date.now() / DAY) * DAY;
const at = (days: number): Date => new Date(NOW + days * DAY);
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

it('the upgrade sets the last of what came back where it lay ahead, of sums by their parts', async () => {
  const { pool, db } = database;
  const names = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql'));
  await migrate(pool, { log: silent, only: new Set(names.filter((name) => name < NAME)) });
  await ensurePartitions(pool, monthsOf(Float64Array.of(NOW - DAY)));
  const { consumerId, meterIds } = await buildMeters(db, { meters: 6 });
  const [read, stated, ahead, right, sum, outer] = meterIds;
  await pool.query(`update ammeter set device_type = '11' where id = any($1)`, [[sum, outer]]);
  await pool.query(
    `insert into ammeter_sum (consumer_id, ammeter_id, child_id, sign)
     values ($5, $1, $2, 1), ($5, $1, $3, 1), ($5, $4, $1, 1)`,
    [sum, read, right, outer, consumerId],
  );
  await pool.query(`insert into reading (meter_id, ts, source, pp) values ($1, $2, 0, 1)`, [read, at(-1)]);
  await pool.query(
    `insert into interval_energy (meter_id, source, start_ts, end_ts, code, value)
     values ($1, 0, $3, $4, 'PP', 1), ($2, 0, $3, $5, 'PP', 1)`,
    [stated, ahead, at(-3), at(-2), at(9)],
  );
  await pool.query(
    `insert into meter_fold (meter_id, codes, first_ts, last_ts)
     select m, 1, $2, case when m = $3 then $4::timestamptz else $5 end from unnest($1::integer[]) m`,
    [meterIds, at(-20), right, at(-0.5), at(9)],
  );
  await migrate(pool, { log: silent, only: new Set([NAME]) });
  const { rows } = await pool.query<{ last: Date }>(
    `select last_ts as last from meter_fold order by meter_id`,
  );
  // What was really stated ahead stays: it is the last that came.
  expect(rows.map(({ last }) => last)).toEqual([-1, -2, 9, -0.5, -0.5, -0.5].map(at));
});
