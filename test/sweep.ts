import { access, readdir, rm, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { silent } from '#server/database/log.ts';
import { readLock } from '#server/postgres/lock.ts';
import { stopOrphan } from '#server/postgres/orphan.ts';

const IN_MEMORY = '/dev/shm';
/** More than all databases of a run take at once, bytes. */
const ROOM = 8 * 2 ** 30;

/**
 * Where the databases of a run stand: in memory where it has room, else among what is temporary. A database is some 3,700
 * small files, which a disk takes five times as long to make.
 */
export async function folderOfRun(): Promise<string> {
  const free = await statfs(IN_MEMORY).then(
    ({ bavail, bsize }) => Math.min(bavail * bsize, freemem()),
    () => 0,
  );
  return free >= ROOM ? IN_MEMORY : tmpdir();
}

/** Stops and removes what test runs left behind that were killed. */
export async function sweep(prefix: string): Promise<void> {
  for (const place of [IN_MEMORY, tmpdir()]) await sweepPlace(place, prefix);
}

async function sweepPlace(place: string, prefix: string): Promise<void> {
  for (const name of await readdir(place).catch(() => [])) {
    if (!name.startsWith(prefix)) continue;
    const folder = join(place, name);
    try {
      await access(join(folder, 'meterhouse.lock'));
      if (await readLock(folder)) continue;
      await stopOrphan(join(folder, 'postgres'), silent);
      await rm(folder, { recursive: true, force: true });
    } catch {
      // Another user's, or just being made or removed by another run.
    }
  }
}
