import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually } from '#test/broker.ts';
import { createEmptyDatabase } from '#test/database.ts';
import { openDatabase } from './db.ts';
import type { Database } from './db.ts';
import { silent } from './log.ts';
import { migrate } from './migrate.ts';

let empty: Awaited<ReturnType<typeof createEmptyDatabase>>;
let database: Database;
let folder: string;

beforeAll(async () => {
  empty = await createEmptyDatabase();
  database = await openDatabase(empty.connectionString, { log: silent });
});
afterAll(async () => {
  await database.close();
  await empty.close();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'meterhouse-migration-'));
  await database.pool.query('drop table if exists schema_migration, a, b');
  return () => rm(folder, { recursive: true });
});

const write = (name: string, text: string): Promise<void> => writeFile(join(folder, name), text);
const run = (): Promise<string[]> => migrate(database.pool, { folder, log: silent });

test('applies each file once, in the order of their names', async () => {
  await write('0002-b.sql', 'create table b (a integer references a (id))');
  await write('0001-a.sql', 'create table a (id integer primary key)');
  expect(await run()).toEqual(['0001-a.sql', '0002-b.sql']);
  expect(await run()).toEqual([]);
});

test('two starts at once apply each file once', async () => {
  await write('0001-a.sql', 'create table a (id integer)');
  const applied = await Promise.all([run(), run(), run()]);
  expect(applied.flat()).toEqual(['0001-a.sql']);
});

test('a failing file leaves nothing of itself behind', async () => {
  await write('0001-a.sql', 'create table a (id integer); select 1 / 0');
  await expect(run()).rejects.toThrow('Migration 0001-a.sql failed: division by zero');
  await write('0001-a.sql', 'create table a (id integer)');
  expect(await run()).toEqual(['0001-a.sql']);
});

test('a file that is cut off in the middle leaves nothing of itself, and counts once afterwards', async () => {
  const { pool } = database;
  await pool.query('create table a (n integer); insert into a select 1 from generate_series(1, 1000)');
  await write('0001-a.sql', 'update a set n = n * 10; select pg_sleep(60)');
  const cut = run().then(
    () => 'applied',
    (error: unknown) => String(error),
  );
  await eventually('it is cut off', async () => {
    const { rows } = await pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and wait_event = 'PgSleep'`,
    );
    return rows.length > 0;
  });
  expect(await cut).toContain('Migration 0001-a.sql failed');
  expect((await pool.query('select distinct n from a')).rows).toEqual([{ n: 1 }]);
  await write('0001-a.sql', 'update a set n = n * 10');
  expect(await Promise.all([run(), run()])).toContainEqual(['0001-a.sql']);
  expect(await run()).toEqual([]);
  expect((await pool.query('select distinct n from a')).rows).toEqual([{ n: 10 }]);
});

test('refuses a changed file, but not changed line ends', async () => {
  await write('0001-a.sql', 'create table a (\nid integer)');
  await run();
  await write('0001-a.sql', 'create table a (\r\nid integer)');
  expect(await run()).toEqual([]);
  await write('0001-a.sql', 'create table a (id bigint)');
  await expect(run()).rejects.toThrow('0001-a.sql was changed after it had been applied');
});

test('refuses a database newer than the code, and a file that comes too late', async () => {
  await write('0002-b.sql', 'create table b (id integer)');
  await run();
  await write('0001-a.sql', 'create table a (id integer)');
  await expect(run()).rejects.toThrow('0001-a.sql comes before 0002-b.sql');
  await rm(join(folder, '0002-b.sql'));
  await expect(run()).rejects.toThrow('made by a newer version');
});
