import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type SmallDisk, smallDisk } from '#test/smallDisk.ts';
import { silent } from '../database/log.ts';
import { prepareFolder, storageFaultOf, storageRemedy } from '../storageFault.ts';
import { spawnFault } from './command.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';

let folder: string;
let disk: SmallDisk | undefined;
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'meterhouse-state-'))));
afterEach(async () => {
  await disk?.close();
  disk = undefined;
  await rm(folder, { recursive: true, force: true });
});

const start = (dataDir: string): Promise<EmbeddedPostgres> =>
  startEmbeddedPostgres({ dataDir, log: silent, settings: { fsync: 'off' } });

it('a disk that is full at the first start says so, leaves nothing half, and with room it starts', async ({
  skip,
}) => {
  disk = await smallDisk(12);
  if (!disk) return skip('no file system may be mounted here');
  const dataDir = join(disk.folder, 'data');
  await expect(start(dataDir)).rejects.toThrow(
    `The disk that holds ${dataDir} is full: free space there and start again.`,
  );
  expect(await readdir(dataDir)).toEqual([]);
  disk.resize(400);
  const postgres = await start(dataDir);
  expect(postgres.fresh).toBe(true);
  await postgres.stop();

  // There is a database now, and no room for it to start.
  await disk.fill();
  await expect(start(dataDir)).rejects.toThrow(/is full: free space there and start again\.$/);
  expect((await readdir(dataDir)).filter((name) => name.startsWith('meterhouse.lock'))).toEqual([]);
  await disk.free();
  await (await start(dataDir)).stop();
});

it('a folder on a read-only file system says so', async ({ skip }) => {
  disk = await smallDisk(4);
  if (!disk) return skip('no file system may be mounted here');
  disk.readOnly(true);
  const reported = /lies on a file system that is read-only: mount it writable, or name another folder\.$/;
  await expect(start(join(disk.folder, 'data'))).rejects.toThrow(reported);
  await expect(start(disk.folder)).rejects.toThrow(reported);
  await expect(prepareFolder(join(disk.folder, 'files'))).rejects.toThrow(reported);
});

it('a folder that cannot be says so', async () => {
  const file = join(folder, 'a-file');
  await writeFile(file, '');
  for (const path of [file, join(file, 'below')])
    await expect(start(path)).rejects.toThrow(
      `${path} cannot be a folder: something else stands in its way, or its parent does not exist. Name another one.`,
    );
  expect(await prepareFolder(join(folder, 'new/below'))).toContain('new/below');
  expect(await readdir(join(folder, 'new/below'))).toEqual([]);
});

it('tells what the disk refused from everything else', () => {
  const reported = (text: string): string | undefined => storageFaultOf(new Error(text));
  expect(reported('could not extend file "base/5/1": No space left on device')).toBe('full');
  expect(reported('could not open file "x": Read-only file system')).toBe('readOnly');
  expect(reported('relation "x" does not exist')).toBeUndefined();
  const missing = Object.assign(new Error('spawn x'), { code: 'ENOENT', syscall: 'spawn x' });
  expect(storageFaultOf(spawnFault('x', missing))).toBeUndefined();
  expect(storageFaultOf(new Error('outer', { cause: Object.assign(new Error(), { code: 'EDQUOT' }) }))).toBe(
    'full',
  );
  expect(storageRemedy('refused', '/x')).toContain('/x: give the folder to the user who starts Meterhouse');
});
