import { execFileSync } from 'node:child_process';
import {
  appendFile,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg, { type Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createEmptyDatabase, createTestDatabase } from '#test/database.ts';
import type { TestDatabase } from '#test/database.ts';
import { openDatabase } from '../database/db.ts';
import type { Database } from '../database/db.ts';
import { silent } from '../database/log.ts';
import { packInto, unpackFrom } from './archive.ts';
import { listForeignKeys, listTables } from './catalog.ts';
import { readBackup } from './readBackup.ts';
import { writeChecksums } from './checksum.ts';
import type { Manifest } from './manifest.ts';
import { writeBackup } from './writeBackup.ts';

/** A path as the file store writes it. */
const STORED = `ab/ab${'c'.repeat(62)}`;
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
  await writeFile(join(folder, 'files', STORED), 'a file');
  await writeFile(join(folder, 'files/ab/.DS_Store'), 'of somebody else');
  await writeFile(join(folder, 'files/draft-1'), 'half an upload');
  await backUp(name);
  await target.pool.query(MADE_HERE);
  await restore(name);

  expect(await contents(target.pool)).toEqual(await contents(source.pool));
  expect(await readdir(join(folder, 'restored'), { recursive: true })).toEqual(['ab', STORED]);
  const { rows } = await target.pool.query("select nextval('org_id')::int as org, value from setting");
  expect(rows[0]).toEqual({ org: 1235, value: 'tab\t line\n \\N 电量 \'"' });
  const added = await target.pool.query('insert into parent_of default values returning id');
  expect(added.rows[0]).toEqual({ id: 3 });
  await expect(target.pool.query('insert into child_of values (99)')).rejects.toThrow('foreign key');
});

test.each(['backup', 'backup.tar'])('%s is read by who made it alone', async (name) => {
  await mkdir(join(folder, 'files/ab'), { recursive: true });
  await writeFile(join(folder, 'files', STORED), 'a file', { mode: 0o600 });
  await backUp(name);
  const open = async (path: string): Promise<number> => (await stat(path)).mode & 0o077;
  const path = join(folder, name);
  expect(await open(path)).toBe(0);
  if (name.endsWith('.tar')) return;
  const within = ['table', 'table/setting.copy.zst', 'file', 'file/ab', `file/${STORED}`];
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

test('no sign-in comes back: a session that was ended since would open again', async () => {
  const { pool } = source;
  await pool.query(`
    insert into org_employee (id, user_name, name, account_type, state) overriding system value
      values (900001, 'of-backup', 'Of backup', '1', '1');
    insert into session (token_hash, employee_id, expires_at, ends_at)
      values ('stolen', 900001, now() + interval '1 day', now() + interval '1 day');
    insert into session_proof (token_hash) values ('stolen');
    insert into mqtt_token (token_hash, session_hash, employee_id, topics, expires_at)
      values ('stolen', 'stolen', 900001, '{}', now() + interval '1 day');
    insert into sms_code (phone, purpose, code_hash) values ('13800000000', 'login', 'stolen');
    insert into sign_on_flow (state_hash, browser_hash, nonce, verifier, remember, expires_at)
      values ('stolen', 'b', 'n', 'v', false, now() + interval '1 day');
    insert into account_invitation (employee_id, token_hash, by_name, ends_at)
      values (900001, 'stolen', 'x', now() + interval '1 day')`);
  try {
    await backUp('backup');
  } finally {
    await pool.query(
      `delete from org_employee where id = 900001; delete from sms_code; delete from sign_on_flow`,
    );
  }
  await target.pool.query(MADE_HERE);
  await restore('backup');
  const tables = ['session', 'session_proof', 'mqtt_token', 'camera_token', 'sms_code', 'sign_on_flow', 'account_invitation']; // prettier-ignore
  const left = await Promise.all(
    tables.map(async (table) => (await target.pool.query(`select from ${table}`)).rowCount),
  );
  expect(left).toEqual(tables.map(() => 0));
  const { rows } = await target.pool.query('select user_name from org_employee where id = 900001');
  expect(rows).toEqual([{ user_name: 'of-backup' }]);
});

describe('a backup that somebody made up', () => {
  /** A whole backup, changed, with checksums that fit. */
  async function craft(change: (manifest: Manifest) => void): Promise<void> {
    await mkdir(join(folder, 'files/ab'), { recursive: true });
    await writeFile(join(folder, 'files', STORED), 'a file');
    await backUp('backup');
    const file = join(folder, 'backup/manifest.json');
    const manifest = JSON.parse(await readFile(file, 'utf8')) as Manifest;
    change(manifest);
    await writeFile(file, JSON.stringify(manifest));
    await rm(join(folder, 'backup/SHA256SUMS'));
    await writeChecksums(join(folder, 'backup'));
    await target.pool.query(MADE_HERE);
  }
  const month = ({ tables }: Manifest) => {
    const partition = tables.find(({ name }) => name === 'reading_201807')?.partition;
    if (!partition) throw new Error('The backup has no month.');
    return partition;
  };

  test.each<[string, (manifest: Manifest) => void]>([
    ['files.0', ({ files }) => void (files[0] = '../../outside')],
    ['files.0', ({ files }) => void (files[0] = '/etc/outside')],
    ['files.0', ({ files }) => void (files[0] = '..\\outside')],
    ['tables.0.name', ({ tables }) => void Object.assign(tables[0] ?? {}, { name: '../../outside' })],
    ['bound', (manifest) => void (month(manifest).bound = `DEFAULT; create role thief superuser`)],
    ['by', (manifest) => void (month(manifest).by = 'RANGE (ts); create role thief superuser')],
    ['by', (manifest) => void (month(manifest).by = 'RANGE (pg_sleep(9))')],
    ['of', (manifest) => void (month(manifest).of = 'reading default; create role thief superuser')],
  ])('is refused for its %s, before anything is written', async (field, change) => {
    await craft(change);
    await expect(restore('backup')).rejects.toThrow(
      new RegExp(`has a form that this version cannot read: .*${field}.* in manifest.json`),
    );
    expect(await readdir(folder)).not.toContain('restored');
    const { rowCount } = await target.pool.query("select from pg_roles where rolname = 'thief'");
    expect(rowCount).toBe(0);
  });

  test('is refused for a part of a table that has no parts', async () => {
    await craft((manifest) => void (month(manifest).of = 'setting'));
    await expect(restore('backup')).rejects.toThrow('as a part of setting, which has no parts');
  });

  test('leaves out what the store did not write', async () => {
    await craft(({ files }) => void files.push('ab/.DS_Store'));
    await restore('backup');
    expect(await readdir(join(folder, 'restored'), { recursive: true })).toEqual(['ab', STORED]);
  });

  test.each(['backup', 'links.tar'])('is refused for a link to elsewhere (%s)', async (name) => {
    await craft(() => {});
    await writeFile(join(folder, 'secret'), 'of this machine');
    await rm(join(folder, 'backup/file', STORED));
    await symlink(join(folder, 'secret'), join(folder, 'backup/file', STORED));
    if (name.endsWith('.tar'))
      execFileSync('tar', ['-cf', join(folder, name), '-C', join(folder, 'backup'), '.']);
    await expect(restore(name)).rejects.toThrow(`${STORED}, which is neither file nor folder`);
    expect(await readdir(folder)).not.toContain('restored');
  });
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
