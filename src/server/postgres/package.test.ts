import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runCommand } from './command.ts';
import { findPostgresPackage, program, repairLinks } from './package.ts';
import { startServer } from './server.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'meterhouse-package-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('library links that a skipped install script did not make are made', async () => {
  const { native } = await findPostgresPackage();
  const copy = join(folder, 'native');
  await cp(native, copy, { recursive: true, verbatimSymlinks: true });
  const links = JSON.parse(await readFile(join(copy, 'pg-symlinks.json'), 'utf8')) as { target: string }[];
  for (const { target } of links) await rm(join(dirname(copy), target));
  expect((await runCommand(program(copy, 'postgres'), ['--version'])).output).toContain(
    'error while loading',
  );

  await repairLinks(copy);
  await repairLinks(copy);
  expect(await runCommand(program(copy, 'postgres'), ['--version'])).toEqual({
    code: 0,
    output: 'postgres (PostgreSQL) 18.4\n',
  });
});

test('a program that cannot be started is told in a sentence', async () => {
  const launch = { prefix: [], native: folder };
  const sentence =
    /^PostgreSQL could not be started: .*postgres.*: the file, or the system library it needs, does not exist\.$/;
  await expect(startServer(join(folder, 'cluster'), launch, { host: '127.0.0.1', port: 0 })).rejects.toThrow(
    sentence,
  );
  await expect(runCommand(program(folder, 'postgres'), [])).rejects.toThrow(sentence);
});
