import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase, type Database } from '#server/database/db.ts';
import { silent } from '#server/database/log.ts';
import { migrate, MIGRATIONS } from '#server/database/migrate.ts';
import { createEmptyDatabase } from '#test/database.ts';
import { CodeSet } from '#domain/reading/codeSet.ts';

const NAME = '0124-codeSet.sql';
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

it('the upgrade keeps which codes meters and sources have, and which wait to be folded', async () => {
  const { pool } = database;
  const names = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql'));
  await migrate(pool, { log: silent, only: new Set(names.filter((name) => name < NAME)) });
  const kept = [[], [0], [0, 8, 22], [28]].map((codes, meter) => ({
    meter,
    mask: codes.reduce((mask, code) => mask + 2 ** code, 0),
    set: String(CodeSet.of(codes)),
  }));
  const values = [kept.map(({ meter }) => meter), kept.map(({ mask }) => mask)];
  const span = `timestamptz '2025-01-01', timestamptz '2025-01-02' from unnest($1::integer[], $2::bigint[]) v (m, c)`;
  await pool.query(`insert into dirty (meter_id, codes, from_ts, to_ts) select m, c, ${span}`, values);
  await pool.query(
    `insert into meter_fold (meter_id, codes, first_ts, last_ts) select m, c, ${span}`,
    values,
  );
  await pool.query(
    `insert into data_source_meter (meter_id, source, codes, from_ts, to_ts) select m, 1, c, ${span}`,
    values,
  );
  await migrate(pool, { log: silent, only: new Set([NAME]) });
  for (const table of ['dirty', 'meter_fold', 'data_source_meter']) {
    const { rows } = await pool.query<{ codes: string }>(`select codes from ${table} order by meter_id`);
    expect(rows.map(({ codes }) => String(CodeSet.read(codes)))).toEqual(kept.map(({ set }) => set));
  }
  await pool.query(`insert into meter_fold (meter_id) values (9)`);
  await pool.query(`insert into dirty (meter_id, from_ts, to_ts) values (9, now(), now())`);
  const { rows } = await pool.query(
    `select f.codes as fold, d.codes as dirty from meter_fold f join dirty d using (meter_id) where meter_id = 9`,
  );
  expect(rows).toEqual([{ fold: '', dirty: '' }]);
});

it('sets of any length are joined and asked in the database', async () => {
  const { rows } = await database.pool.query<Record<'joined' | 'all' | 'none', string>>(
    `select either_codes(B'01', $1::bit varying) as joined,
       (select all_codes(c) from unnest(array[B'1', $1::bit varying, B'001']) c) as all,
       (select all_codes(c) from unnest(array[]::bit varying[]) c) as none`,
    [String(CodeSet.of([100]))],
  );
  const [row] = rows;
  expect(String(CodeSet.read(row?.joined ?? ''))).toBe(String(CodeSet.of([1, 100])));
  expect(String(CodeSet.read(row?.all ?? ''))).toBe(String(CodeSet.of([0, 2, 100])));
  expect(row?.none).toBe('');
  const { rows: context } = await database.pool.query(
    `select has_code($1::bit varying, 100) as last, has_code($1::bit varying, 99) as other, has_code(B'1', 64) as beyond`,
    [String(CodeSet.of([100]))],
  );
  expect(context).toEqual([{ last: true, other: false, beyond: false }]);
});
