import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { access, chmod, chown, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { silent } from '../database/log.ts';
import { startEmbeddedPostgres } from './embedded.ts';
import type { EmbeddedOptions, EmbeddedPostgres } from './embedded.ts';
import { readLock } from './lock.ts';

const CHILD = fileURLToPath(new URL('../../../test/embeddedChild.ts', import.meta.url));
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

let folder: string;
let stops: (() => Promise<unknown>)[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'meterhouse-embedded-'));
  stops = [];
});
afterEach(async () => {
  for (const stop of stops) await stop();
  await rm(folder, { recursive: true });
});

async function start(options: Partial<EmbeddedOptions> = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), log: silent, ...options });
  stops.push(server.stop);
  return server;
}

async function query(url: string, text: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows[0];
  } finally {
    await client.end();
  }
}

interface Child {
  process: ChildProcess;
  said: { connectionString: string; pid: number; error?: string };
}

/** The same start in a process of its own, as another user or with another environment. */
async function startChild(
  options: { uid?: number; env?: NodeJS.ProcessEnv; dataDir?: string } = {},
): Promise<Child> {
  const { uid, env, dataDir = join(folder, 'data') } = options;
  const child = spawn(process.execPath, [CHILD, dataDir], {
    ...(uid === undefined ? {} : { uid, gid: uid }),
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  stops.push(async () => {
    child.stdin.end();
    await ended;
  });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { process: child, said: JSON.parse(line) as Child['said'] };
}

const alive = (pid: number): Promise<boolean> => stat(`/proc/${pid}/cwd`).then(Boolean, () => false);

test('starts on a fresh folder, keeps its data over a restart, is fresh until the first table', async () => {
  const first = await start();
  expect(first.fresh).toBe(true);
  expect(first.connectionString).toContain(`host=${encodeURIComponent(join(folder, 'data/postgres'))}`);
  await query(first.connectionString, 'create table kept ()');
  await first.stop();
  const second = await start();
  expect(second.fresh).toBe(false);
  expect(await query(second.connectionString, "select to_regclass('kept')::text as name")).toEqual({
    name: 'kept',
  });
});

test('only its owner can read the password', async () => {
  await start();
  const { mode } = await stat(join(folder, 'data/postgres/meterhouse.password'));
  const lock = await stat(join(folder, 'data/meterhouse.lock'));
  expect([mode & 0o777, lock.mode & 0o777]).toEqual([0o600, 0o600]);
});

test('with LANG=C text is UTF-8 all the same', async () => {
  const { said } = await startChild({ env: { LANG: 'C', LC_ALL: 'C', PGCLIENTENCODING: 'SQL_ASCII' } });
  const text = `select pg_encoding_to_char(encoding) as encoding, datlocale, upper('é') as upper
    from pg_database where datname = current_database()`;
  expect(await query(said.connectionString, text)).toEqual({
    encoding: 'UTF8',
    datlocale: 'C.UTF-8',
    upper: 'É',
  });
});

test('its sizes are ours, not those that initdb writes', async () => {
  const { connectionString } = await start();
  const sizes = `select current_setting('shared_buffers') as shared, current_setting('max_wal_size') as wal`;
  expect(await query(connectionString, sizes)).toEqual({ shared: '256MB', wal: '2GB' });
});

test('a path too long for a socket gets a loopback port', async () => {
  const dataDir = join(folder, 'long'.repeat(25));
  const { connectionString } = await start({ dataDir });
  expect(connectionString).toMatch(/localhost:\d+\/meterhouse\?host=127\.0\.0\.1$/);
  expect(await query(connectionString, 'select 1 as one')).toEqual({ one: 1 });
});

test('a cluster whose making was cut off is made again', async () => {
  await mkdir(join(folder, 'data/postgres.new/base'), { recursive: true });
  await writeFile(join(folder, 'data/postgres.new/PG_VERSION'), '18\n');
  expect((await start()).fresh).toBe(true);
});

test('what a killed start left behind may still be written to: another is made beside it', async () => {
  const base = join(folder, 'data/postgres.new/base');
  let n = 0;
  const timer = setInterval(() => {
    void mkdir(join(base, String(n)), { recursive: true })
      .then(() => writeFile(join(base, String(n++), 'file'), 'x'))
      .catch(() => {});
  }, 1);
  try {
    await expect.poll(() => n).toBeGreaterThan(5);
    expect((await start()).fresh).toBe(true);
  } finally {
    clearInterval(timer);
  }
});

test('a cluster of another major version is refused with a sentence', async () => {
  await mkdir(join(folder, 'data/postgres'), { recursive: true });
  await writeFile(join(folder, 'data/postgres/PG_VERSION'), '17\n');
  await expect(start()).rejects.toThrow('was made by PostgreSQL 17');
  expect(await readLock(join(folder, 'data'))).toBeNull();
});

test.each(['SIGQUIT', 'SIGKILL'] as const)(
  'one that ends by %s runs again, at the same address',
  async (signal) => {
    const server = await start();
    await query(server.connectionString, 'create table kept ()');
    const first = server.pid;
    process.kill(first, signal);
    const kept = (): Promise<unknown> =>
      query(server.connectionString, "select to_regclass('kept')::text as name").catch(() => null);
    await expect.poll(() => server.pid, { timeout: 10_000 }).not.toBe(first);
    await expect.poll(kept, { timeout: 10_000 }).toEqual({ name: 'kept' });
    expect(await alive(first)).toBe(false);
    await server.stop();
    expect(await alive(server.pid)).toBe(false);
  },
);

describe('a second start on the same folder', () => {
  test('is refused with a sentence that names the first', async () => {
    const { process: first } = await startChild();
    await expect(start()).rejects.toThrow(`already works on ${join(folder, 'data')} (process ${first.pid})`);
  });

  test('loses when both start at once', async () => {
    const results = await Promise.allSettled(Array.from({ length: 4 }, () => start()));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const faults = results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []));
    for (const fault of faults) expect(fault).toContain(`(process ${process.pid})`);
  });
});

describe('after a kill -9', () => {
  test('the next start stops the orphan, takes over and has all that was committed', async () => {
    const { process: child, said } = await startChild();
    await query(said.connectionString, 'create table kept ()');
    child.kill('SIGKILL');
    await once(child, 'close');
    expect(await alive(said.pid)).toBe(true);
    const next = await start();
    expect(await alive(said.pid)).toBe(false);
    expect(await query(next.connectionString, "select to_regclass('kept')::text as name")).toEqual({
      name: 'kept',
    });
  });

  test('of PostgreSQL as well it recovers', async () => {
    const { process: child, said } = await startChild();
    await query(said.connectionString, 'create table kept ()');
    process.kill(said.pid, 'SIGKILL');
    child.kill('SIGKILL');
    await once(child, 'close');
    const next = await start();
    expect(await query(next.connectionString, "select to_regclass('kept')::text as name")).toEqual({
      name: 'kept',
    });
  });

  test('a pid that another program has by now is left alone', async () => {
    await (await start()).stop();
    const other = spawn('sleep', ['60']);
    stops.push(async () => other.kill());
    await writeFile(join(folder, 'data/postgres/postmaster.pid'), `${other.pid}\n${folder}\n`);
    await writeFile(join(folder, 'data/postgres/.s.PGSQL.5432.lock'), `${other.pid}\n`);
    await writeFile(join(folder, 'data/meterhouse.lock'), JSON.stringify({ pid: other.pid, began: '1' }));
    await start();
    expect(other.exitCode).toBeNull();
  });
});

describe.runIf(isRoot)('as root', () => {
  test('it works in a folder that only root may enter, and the files stay root’s', async () => {
    await chmod(folder, 0o700);
    const { pid } = await start();
    expect((await stat(join(folder, 'data/postgres/PG_VERSION'))).uid).toBe(0);
    expect(await readFile(`/proc/${pid}/status`, 'utf8')).toMatch(/^Uid:\s+0/m);
  });

  test('without user namespaces it runs as an unprivileged user, now and the next time', async () => {
    await chmod(folder, 0o755);
    const first = await start({ namespace: ['false'] });
    const { uid } = await stat(join(folder, 'data/postgres'));
    expect(uid).not.toBe(0);
    expect(await readFile(`/proc/${first.pid}/status`, 'utf8')).toMatch(new RegExp(`^Uid:\\s+${uid}`, 'm'));
    await first.stop();
    expect((await start()).connectionString).toBe(first.connectionString);
  });

  test('without user namespaces, where no other user may enter, it ends with a sentence', async () => {
    await chmod(folder, 0o700);
    await expect(start({ namespace: ['no-such-program'] })).rejects.toThrow(
      /PostgreSQL does not run as root, .* no other user can work in .*DATA_DIR that everybody may enter/,
    );
  });

  test('an ordinary user needs nothing of this', async ({ skip }) => {
    await access(CHILD);
    const reads = spawn(process.execPath, ['-e', `require('fs').readFileSync(${JSON.stringify(CHILD)})`], {
      uid: NOBODY,
      gid: NOBODY,
      stdio: 'ignore',
    });
    const [code] = (await Promise.race([once(reads, 'close'), once(reads, 'error').then(() => [1])])) as [
      number,
    ];
    if (code !== 0) skip('the project lies where an ordinary user may not read');
    await chmod(folder, 0o755);
    await mkdir(join(folder, 'data'));
    await chown(join(folder, 'data'), NOBODY, NOBODY);
    const { said } = await startChild({ uid: NOBODY });
    expect(said.error).toBeUndefined();
    expect((await stat(join(folder, 'data/postgres/PG_VERSION'))).uid).toBe(NOBODY);
  });
});

test('a folder that cannot be made is told in a sentence', async () => {
  await writeFile(join(folder, 'data'), 'a file');
  await expect(start()).rejects.toThrow(/data cannot be a folder: something else stands in its way/);
});
