import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it, test } from 'vitest';
import { createEmptyDatabase, createTestDatabase } from '#test/database.ts';
import { smallDisk } from '#test/smallDisk.ts';
import { openDatabase } from '../database/db.ts';
import { silent } from '../database/log.ts';
import { packInto, unpackFrom } from './archive.ts';
import { listTables } from './catalog.ts';
import { readBackup } from './readBackup.ts';
import { isMarked, refuseHalfDatabase } from './restoreMark.ts';
import { withProductDatabase } from './source.ts';
import { isUnfinished, workBeside } from './unfinished.ts';
import { writeBackup } from './writeBackup.ts';

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));
/** A path as the file store writes it. */
const STORED = `ab/ab${'c'.repeat(62)}`;
/** How a restore that was cut off is told, and what to do. */
const CUT_OFF = /is under way or was cut off, so what is there is not whole.*run "npm run restore" again/;

let folder: string;
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'meterhouse-cut-'))));
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A backup of a migrated database with rows and a file. */
async function makeBackup(): Promise<void> {
  const source = await createTestDatabase();
  try {
    await source.pool.query(
      `insert into setting (name, value) values ('kept', '"yes"'), ('clock', '{"at": 1}')`,
    );
    await mkdir(join(folder, 'files/ab'), { recursive: true });
    await writeFile(join(folder, 'files', STORED), 'a file');
    await packInto(
      join(folder, 'b'),
      (into) => writeBackup(source.pool, join(folder, 'files'), into, silent),
      silent,
    );
  } finally {
    await source.close();
  }
}

/** Starts a program of the project on a data folder. */
function program(file: string, args: string[], dataDir: string): ChildProcess {
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    DEMO: 'off',
    PORT: '0',
    MQTT_PORT: '0',
    MQTT_WS_PORT: '0',
  };
  return spawn(process.execPath, [file, ...args], { cwd: PROJECT, env, stdio: ['ignore', 'pipe', 'pipe'] });
}

async function ended(child: ChildProcess): Promise<string> {
  let said = '';
  const hear = (chunk: Buffer): void => void (said += chunk.toString('utf8'));
  child.stdout?.on('data', hear);
  child.stderr?.on('data', hear);
  await once(child, 'close');
  return `${said}exit ${child.exitCode}`;
}

test('what a backup leaves that is killed is no backup, and the next one clears it', async () => {
  const killed = spawn(
    process.execPath,
    [
      '-e',
      `import(${JSON.stringify(join(PROJECT, 'src/server/backup/unfinished.ts'))}).then(async ({ workBeside }) => {
      console.log(await workBeside(${JSON.stringify(join(folder, 'b.tar'))}));
      setInterval(() => {}, 1000);
    })`,
    ],
    { cwd: PROJECT, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [line] = (await once(killed.stdout, 'data')) as [Buffer];
  const left = line.toString('utf8').trim();
  await mkdir(join(left, 'content'));
  await writeFile(join(left, 'content/SHA256SUMS'), '');
  await writeFile(join(left, 'content.tar'), 'half');
  // One at work is left alone, and so is what another machine makes on the same share.
  const mine = await workBeside(join(folder, 'other'));
  const theirs = await workBeside(join(folder, 'theirs'));
  await writeFile(join(theirs, 'maker.json'), JSON.stringify({ host: 'elsewhere', pid: 1, began: '1' }));
  const unknown = await workBeside(join(folder, 'unknown'));
  await rm(join(unknown, 'maker.json'));
  await utimes(unknown, 1, 1);
  const reported: string[] = [];
  const log = { ...silent, info: (text: string) => void reported.push(text) };
  const make = (name: string): Promise<unknown> =>
    packInto(join(folder, name), (into) => writeFile(join(into, 'x'), 'x'), log);
  await make('first');
  expect(reported).toEqual([expect.stringContaining(unknown)]);

  killed.kill('SIGKILL');
  await once(killed, 'close');
  for (const path of [left, join(left, 'content'), join(left, 'content.tar')])
    await expect(unpackFrom(path, async () => 'read', silent)).rejects.toThrow(
      'is no backup: the one that made it was cut off',
    );
  await make('second.tar');
  expect(reported).toHaveLength(2);
  const names = (await readdir(folder)).sort();
  expect(names.filter((name) => !isUnfinished(name))).toEqual(['first', 'second.tar']);
  expect(
    names
      .filter(isUnfinished)
      .map((name) => join(folder, name))
      .sort(),
  ).toEqual([mine, theirs].sort());
});

test('a backup onto a full or read-only disk says so and leaves nothing', async ({ skip }) => {
  const disk = await smallDisk(2);
  if (!disk) return skip('no file system may be mounted here');
  try {
    const make = (): Promise<unknown> =>
      packInto(
        join(disk.folder, 'b.tar'),
        (into) => writeFile(join(into, 'x'), Buffer.alloc(1_500_000)),
        silent,
      );
    await expect(make()).rejects.toThrow(/^The disk that holds .* is full: free space there/);
    expect(await readdir(disk.folder)).toEqual([]);
    disk.readOnly(true);
    await expect(make()).rejects.toThrow('lies on a file system that is read-only: mount it writable');
  } finally {
    await disk.close();
  }
});

test('a tar that is not whole says so', async () => {
  await writeFile(join(folder, 'b.tar'), 'no tar at all');
  await expect(unpackFrom(join(folder, 'b.tar'), async () => 'read', silent)).rejects.toThrow(
    'b.tar cannot be unpacked: it is damaged or not whole.',
  );
});

it('a restore that is cut off at any step is taken up by the next, and nothing starts on what it left', async () => {
  await makeBackup();
  const empty = await createEmptyDatabase();
  const target = await openDatabase(empty.connectionString, { log: silent, max: 2 });
  /** Restores until a line is logged, or to the end. */
  const restore = (until?: RegExp): Promise<unknown> =>
    readBackup(target.pool, join(folder, 'restored'), join(folder, 'b'), {
      ...silent,
      info: (text) => {
        if (until?.test(text)) throw new Error('cut off');
      },
    });
  try {
    // Between two migrations, late among them, and in the middle of the rows.
    for (const until of [/0001/, /0002/, /0060/]) {
      await expect(restore(until)).rejects.toThrow('cut off');
      await expect(refuseHalfDatabase(target.pool)).rejects.toThrow(CUT_OFF);
    }
    const table = join(folder, 'b/table/setting.copy.zst');
    const whole = await readFile(table);
    const cut = restore(/0093/).catch(() => {});
    await cut;
    await writeFile(table, whole);
    expect(await isMarked(target.pool)).toBe(true);
    await restore();
    await refuseHalfDatabase(target.pool);
    const { rows } = await target.pool.query("select value from setting where name in ('kept', 'clock')");
    expect(rows).toEqual([{ value: 'yes' }]);
    const client = await target.pool.connect();
    expect((await listTables(client)).map(({ name }) => name)).not.toContain('restore_unfinished');
    client.release();
    await expect(restore()).rejects.toThrow('The database is not empty');
    expect(await isMarked(target.pool)).toBe(false);
  } finally {
    await target.close();
    await empty.close();
  }
});

/** When a restore is killed: at a line that it says, or after so many milliseconds. */
const KILLS = [0, 200, 400, 700, 1000, 1500, 2500, 4000, 6000, /Migration 0001/, /Migration 0050/];

it('a restore that is killed leaves the folder empty or says what to do, and the next one is whole', async () => {
  await makeBackup();
  for (const [i, point] of KILLS.entries()) {
    const dataDir = join(folder, `data${i}`);
    const child = program('scripts/restore.ts', [join(folder, 'b')], dataDir);
    if (typeof point === 'number') setTimeout(() => child.kill('SIGKILL'), point);
    child.stdout?.on('data', (chunk: Buffer) => {
      if (typeof point !== 'number' && point.test(chunk.toString('utf8'))) child.kill('SIGKILL');
    });
    const said = await ended(child);
    const left = await readdir(dataDir).catch(() => []);
    if (!said.endsWith('exit 0') && left.length > 0)
      expect(await ended(program('src/server/main.ts', [], dataDir)), `killed at ${String(point)}`).toMatch(
        CUT_OFF,
      );
    if (!said.endsWith('exit 0'))
      expect(await ended(program('scripts/restore.ts', [join(folder, 'b')], dataDir))).toMatch(
        /1 files restored\.\s+exit 0$/,
      );
    const config = { databaseUrl: undefined, dataDir };
    const kept = await withProductDatabase(config, { mustExist: true, log: silent }, async ({ pool }) => {
      await refuseHalfDatabase(pool);
      return (await pool.query("select value from setting where name = 'kept'")).rows;
    });
    expect(kept).toEqual([{ value: 'yes' }]);
    expect(await readFile(join(dataDir, 'files', STORED), 'utf8')).toBe('a file');
    expect(await readdir(dataDir)).not.toContain('restore.unfinished');
  }
  // Eleven restores in full: how long that takes is the machine's matter.
}, 1_800_000);
