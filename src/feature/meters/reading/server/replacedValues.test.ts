import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase, type Database } from '#server/database/db.ts';
import { silent } from '#server/database/log.ts';
import { migrate, MIGRATIONS } from '#server/database/migrate.ts';
import { createEmptyDatabase } from '#test/database.ts';
import { ensurePartitions, monthsOf } from './partition.ts';

const NAME = '0089-replacedValues.sql';
const at = '2025-03-01T00:15:00Z';
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

it('values sent again before this version take the place of those before them, which are kept', async () => {
  const { pool } = database;
  const names = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql'));
  await migrate(pool, { log: silent, only: new Set(names.filter((name) => name < NAME)) });
  await ensurePartitions(pool, monthsOf(Float64Array.of(Date.parse(at))));
  await pool.query(
    `insert into reading (meter_id, ts, source, pp, pz) values (1, $1, 0, 10, 5), (2, $1, 0, 7, 1)`,
    [at],
  );
  await pool.query(
    `insert into interval_energy (meter_id, source, start_ts, end_ts, code, value)
     values (1, 3, '2025-03-01T00:00:00Z', $1, 'PP', 1.5)`,
    [at],
  );
  await pool.query(
    `insert into correction (meter_id, ts, start_ts, code, source, value, received_at) values
       (1, $1, $1, 'PP', 0, 11, '2025-03-02'), (1, $1, $1, 'PP', 0, 12, '2025-03-03'),
       (1, $1, $1, 'PZ', 0, 6, '2025-03-02'), (1, $1, '2025-03-01T00:00:00Z', 'PP', 3, 2.5, '2025-03-02')`,
    [at],
  );
  await migrate(pool, { log: silent, only: new Set([NAME]) });
  const { rows: readings } = await pool.query('select meter_id, pp, pz from reading order by meter_id');
  expect(readings).toEqual([
    { meter_id: 1, pp: 12, pz: 6 },
    { meter_id: 2, pp: 7, pz: 1 },
  ]);
  const { rows: stated } = await pool.query('select value::text from interval_energy');
  expect(stated).toEqual([{ value: '2.5' }]);
  const { rows: kept } = await pool.query(
    `select code, start_ts = ts as reading, value::text from correction order by code, start_ts = ts, received_at`,
  );
  expect(kept).toEqual([
    { code: 'PP', reading: false, value: '1.5' },
    { code: 'PP', reading: true, value: '10' },
    { code: 'PP', reading: true, value: '11' },
    { code: 'PZ', reading: true, value: '5' },
  ]);
});
