import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { silent } from '../database/log.ts';
import { startEmbeddedPostgres } from '../postgres/embedded.ts';
import { readLock } from '../postgres/lock.ts';
import { withProductDatabase } from './source.ts';

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'meterhouse-source-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Runs `npm run backup` or `restore` as a person does, without npm. */
async function tool(name: 'backup' | 'restore', path: string, dataDir: string): Promise<string> {
  const child = spawn(process.execPath, [`scripts/${name}.ts`, join(folder, path)], {
    cwd: PROJECT,
    env: { ...process.env, DATA_DIR: join(folder, dataDir), DATABASE_URL: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => void (said += chunk.toString('utf8')));
  child.stderr.on('data', (chunk: Buffer) => void (said += chunk.toString('utf8')));
  const [code] = (await once(child, 'close')) as [number];
  return `${said}exit ${code}`;
}

test('a folder without a database has nothing to back up', async () => {
  expect(await tool('backup', 'b.tar', 'none')).toBe(
    `There is no database in ${join(folder, 'none')}; DATA_DIR names another folder.\nexit 1`,
  );
});

test('backup and restore work on a stopped product, backup on a running one too', async () => {
  // Restoring the backup of an unmigrated database shows the way through both tools.
  const dataDir = join(folder, 'data');
  await (await startEmbeddedPostgres({ dataDir, log: silent })).stop();
  expect(await tool('backup', 'stopped.tar', 'data')).toMatch(
    /rows of 0 tables and 0 files saved\.\nexit 0$/,
  );
  expect(await readLock(dataDir)).toBeNull();
  expect(await tool('restore', 'stopped.tar', 'other')).toMatch(/rows of 0 tables .* restored\.\nexit 0$/s);

  const product = spawn(process.execPath, ['test/embeddedChild.ts', dataDir], {
    cwd: PROJECT,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface(product.stdout), 'line')) as [string];
  const { pid } = JSON.parse(line) as { pid: number };
  const config = { databaseUrl: undefined, dataDir };
  const name = await withProductDatabase(config, { mustExist: true, log: silent }, async ({ pool }) => {
    await pool.query('create table kept as select 1 as id');
    const { rows } = await pool.query<{ folder: string }>(
      "select current_setting('data_directory') as folder",
    );
    return rows[0]?.folder;
  });
  expect(name).toBe(join(dataDir, 'postgres'));
  expect(await tool('backup', 'running', 'data')).toMatch(/1 rows of 1 tables and 0 files saved\.\nexit 0$/);
  expect(process.kill(pid, 0)).toBe(true);
  const manifest = JSON.parse(await readFile(join(folder, 'running/manifest.json'), 'utf8')) as {
    tables: unknown;
  };
  expect(manifest.tables).toEqual([{ name: 'kept', columns: ['id'], partition: null, rows: 1 }]);
  product.stdin.end();
  await once(product, 'close');
});
