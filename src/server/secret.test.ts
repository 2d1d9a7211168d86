import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openSealer } from './secret.ts';

let folder: string;
beforeEach(async () => (folder = await fs.mkdtemp(join(tmpdir(), 'meterhouse-key-'))));
afterEach(async () => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  await fs.rm(folder, { recursive: true });
});
const sealerOf = (dataDir: string) => openSealer({ secretKey: undefined, dataDir });

it('the key of a folder has its name only when it lies whole on the disk', async () => {
  const written = vi.spyOn(fs, 'writeFile');
  syncBuiltinESMExports();
  const sealed = await sealerOf(folder).seal('a secret', 'of a test');
  expect(written.mock.calls.map(([path, , options]) => [path, options])).toEqual([
    [expect.stringMatching(/secret\.key\.[0-9a-f-]{36}$/), { flag: 'wx', mode: 0o600, flush: true }],
  ]);
  expect(await fs.readdir(folder)).toEqual(['secret.key']);
  expect((await fs.stat(join(folder, 'secret.key'))).mode & 0o777).toBe(0o600);
  expect(await sealerOf(folder).open(sealed, 'of a test')).toBe('a secret');
});

it('a key that another process made meanwhile stands', async () => {
  const theirs = Buffer.alloc(32, 7).toString('base64');
  const { link } = fs;
  // It comes between the look for the file and its making.
  vi.spyOn(fs, 'link').mockImplementation(async (from, to) => {
    await fs.writeFile(to, theirs);
    return link(from, to);
  });
  syncBuiltinESMExports();
  const sealed = await sealerOf(folder).seal('a secret', 'of a test');
  expect(await fs.readFile(join(folder, 'secret.key'), 'utf8')).toBe(theirs);
  expect(await fs.readdir(folder)).toEqual(['secret.key']);
  expect(await openSealer({ secretKey: theirs, dataDir: '' }).open(sealed, 'of a test')).toBe('a secret');
});

it('the key is made where files have one name each', async () => {
  vi.spyOn(fs, 'link').mockRejectedValue(Object.assign(new Error('no links here'), { code: 'EPERM' }));
  syncBuiltinESMExports();
  const sealed = await sealerOf(folder).seal('a secret', 'of a test');
  expect(await fs.readdir(folder)).toEqual(['secret.key']);
  expect(await sealerOf(folder).open(sealed, 'of a test')).toBe('a secret');
});
