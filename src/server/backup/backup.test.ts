import { appendFile, mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg, { type Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createEmptyDatabase, createTestDatabase } from '#test/database.ts';
import type { TestDatabase } from '#test/database.ts';
import { openDatabase } from '../database/db.ts';
import type { Database } from '../database/db.ts';
import { silent } from '../database/log.ts';
import { packInto, unpackFrom } from './archive.ts';
import { listForeignKeys, listTables } from './catalog.ts';
import { readBackup } from './readBackup.ts';
import { writeBackup } from './writeBackup.ts';

let source: TestDatabase;
let empty: Awaited<ReturnType<typeof createEmptyDatabase>>;
let target: Database;
let folder: string;

beforeAll(async () => {
  source = await createTestDatabase();
  await fill(source.pool);
});
afterAll(() => source.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'meterhouse-backup-'));
  empty = await createEmptyDatabase();
  target = await openDatabase(empty.connectionString, { log: silent, max: 2 });
});
afterEach(async () => {
  await target.close();
  await empty.close();
  await rm(folder, { recursive: true });
});

/** Rows of every kind: awkward texts, exact numbers, a month made on demand, a foreign key, numbers given out. */
async function fill(pool: Pool): Promise<void> {
  await pool.query(`
    insert into setting (name, value) values ('awkward', to_jsonb(E'tab\\t line\\n \\\\N 电量 ''"'::text));
    create table reading_201807 partition of reading for values from ('2018-07-01Z') to ('2018-08-01Z');
    insert into reading (meter_id, source, ts, pp) select 1, 0, '2018-07-01Z'::timestamptz + i * interval '15 min', 0.1 * i
      from generate_series(0, 2000) i;
    select setval('org_id', 1234);
    create table parent_of (id integer primary key generated always as identity, twice integer generated always as (7) stored);
    create table child_of (id integer references parent_of (id) not null, at date default '2018-02-28');
    alter table child_of force row level security;
    insert into parent_of default values; insert into parent_of default values;
    insert into child_of values (2), (1);
  `);
}

/** Tables that no migration made, so that they need not stand in one. */
const MADE_HERE = `
  create table parent_of (id integer primary key generated always as identity, twice integer generated always as (7) stored);
  create table child_of (id integer references parent_of (id) not null, at date default '2018-02-28');
  alter table child_of force row level security`;

async function contents(pool: Pool): Promise<unknown> {
  const client = await pool.connect();
  try {
    const tables: unknown[] = [];
    for (const { name, partition, forced } of await listTables(client)) {
      const { rows } = await client.query(
        `select count(*), md5(string_agg(t::text, '|' order by t::text)) from "${name}" t`,
      );
      tables.push([name, partition, forced, rows[0]]);
    }
    return { tables, keys: await listForeignKeys(client) };
  } finally {
    client.release();
  }
}

const backUp = (to: string): Promise<unknown> =>
  packInto(join(folder, to), (into) => writeBackup(source.pool, join(folder, 'files'), into, silent), silent);

const restore = (from: string): Promise<unknown> =>
  unpackFrom(
    join(folder, from),
    (path) => readBackup(target.pool, join(folder, 'restored'), path, silent),
    silent,
  );

test.each(['backup', 'backup.tar'])('%s comes back row for row', async (name) => {
  await mkdir(join(folder, 'files/ab'), { recursive: true });
  await writeFile(join(folder, 'files/ab/abc'), 'a file');
  await writeFile(join(folder, 'files/draft-1'), 'half an upload');
  await backUp(name);
  await target.pool.query(MADE_HERE);
  await restore(name);

  expect(await contents(target.pool)).toEqual(await contents(source.pool));
  expect(await readdir(join(folder, 'restored'), { recursive: true })).toEqual(['ab', 'ab/abc']);
  const { rows } = await target.pool.query("select nextval('org_id')::int as org, value from setting");
  expect(rows[0]).toEqual({ org: 1235, value: 'tab\t line\n \\N 电量 \'"' });
  const added = await target.pool.query('insert into parent_of default values returning id');
  expect(added.rows[0]).toEqual({ id: 3 });
  await expect(target.pool.query('insert into child_of values (99)')).rejects.toThrow('foreign key');
});

test.each(['backup', 'backup.tar'])('%s is read by who made it alone', async (name) => {
  await mkdir(join(folder, 'files/ab'), { recursive: true });
  await writeFile(join(folder, 'files/ab/abc'), 'a file', { mode: 0o600 });
  await backUp(name);
  const open = async (path: string): Promise<number> => (await stat(path)).mode & 0o077;
  const path = join(folder, name);
  expect(await open(path)).toBe(0);
  if (name.endsWith('.tar')) return;
  const within = ['table', 'table/setting.copy.zst', 'file', 'file/ab', 'file/ab/abc'];
  expect(await Promise.all(within.map((one) => open(join(path, one))))).toEqual(within.map(() => 0));
});

test('a database that is not empty is refused', async () => {
  await backUp('backup');
  await target.pool.query(`${MADE_HERE}; insert into parent_of default values`);
  await expect(restore('backup')).rejects.toThrow('The database is not empty: table parent_of has rows.');
});

test('a damaged or incomplete backup is refused before anything is written', async () => {
  await backUp('backup');
  const file = join(folder, 'backup/table/reading_201807.copy.zst');
  const whole = await readFile(file);
  await appendFile(file, 'x');
  await expect(restore('backup')).rejects.toThrow('table/reading_201807.copy.zst does not have its checksum');
  await rm(file);
  await expect(restore('backup')).rejects.toThrow('table/reading_201807.copy.zst is missing');
  await writeFile(file, whole);
  await writeFile(join(folder, 'backup/stray'), '');
  await expect(restore('backup')).rejects.toThrow('stray does not have its checksum');
  await expect(restore('files')).rejects.toThrow('There is no backup at');
  expect(await contents(target.pool)).toEqual({ tables: [], keys: [] });
});

test('a fault in the middle leaves no row behind', async () => {
  await backUp('backup');
  // parent_of and child_of are made by no migration: the restore finds out after its first tables.
  await expect(restore('backup')).rejects.toThrow('The backup holds table');
  const { rows } = await target.pool.query('select count(*)::int as n from setting');
  expect(rows[0]).toEqual({ n: 0 });
});

test('rows that arrive while it is made are all in or all out', async () => {
  const until = new AbortController();
  const writing = (async () => {
    for (let i = 0; !until.signal.aborted; i++) {
      await source.pool.query(
        `with a as (insert into setting values ($1, '1')) insert into login_attempt
        values ($1, 1, now())`,
        [`live ${i}`],
      );
    }
  })();
  await backUp('backup');
  until.abort();
  await writing;
  await target.pool.query(MADE_HERE);
  await restore('backup');
  const { rows } = await target.pool.query(`select (select count(*) from setting where name like 'live %') =
    (select count(*) from login_attempt) as same`);
  expect(rows[0]).toEqual({ same: true });
});

test('a backup never overwrites', async () => {
  await writeFile(join(folder, 'precious.tar'), 'mine');
  await expect(backUp('precious.tar')).rejects.toThrow('already exists');
  expect(await readFile(join(folder, 'precious.tar'), 'utf8')).toBe('mine');
  expect(await readdir(folder)).toEqual(['precious.tar']);
});

test('a disk that stands still for long does not end a backup: its line is given up for no silence', async () => {
  const asked = vi.spyOn(pg.Client.prototype, 'query');
  await backUp(join(folder, 'slow'));
  const statements = asked.mock.calls.map(([statement]: readonly unknown[]) =>
    typeof statement === 'string' ? statement : ((statement as { text?: string }).text ?? ''),
  );
  asked.mockRestore();
  const [patient, copies] = ['set tcp_user_timeout = 0', 'copy '].map((begin) =>
    statements.findIndex((one) => one.startsWith(begin)),
  );
  expect(patient).toBeGreaterThanOrEqual(0);
  expect(copies).toBeGreaterThan(patient ?? Infinity);
});
