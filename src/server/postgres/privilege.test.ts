import { chmod, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runCommand } from './command.ts';
import { findPostgresPackage, program } from './package.ts';
import { chooseLaunch } from './privilege.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'meterhouse-privilege-'));
  await chmod(folder, 0o755);
});
afterEach(() => rm(folder, { recursive: true }));

describe.runIf(process.getuid?.() === 0)('as root', () => {
  test('a user namespace is the first choice', async () => {
    const launch = await chooseLaunch(await findPostgresPackage(), folder, ['env']);
    expect(launch).toMatchObject({ prefix: ['env'] });
    expect(launch.uid).toBeUndefined();
  });

  test('programs in a folder that only root may enter are copied once for the other user', async () => {
    const found = await findPostgresPackage();
    const hidden = join(folder, 'hidden');
    await cp(found.native, join(hidden, 'native'), { recursive: true, verbatimSymlinks: true });
    await chmod(hidden, 0o700);
    const choose = (): ReturnType<typeof chooseLaunch> =>
      chooseLaunch({ ...found, native: join(hidden, 'native') }, folder, ['false'], join(folder, 'cache'));

    const launch = await choose();
    expect(launch.native).toBe(join(folder, 'cache', `postgres-${found.version}`));
    expect((await runCommand(program(launch.native, 'postgres'), ['--version'], launch)).code).toBe(0);
    expect(await choose()).toEqual(launch);
  });
});
