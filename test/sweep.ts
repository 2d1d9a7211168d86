import { access, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silent } from '#server/database/log.ts';
import { readLock } from '#server/postgres/lock.ts';
import { stopOrphan } from '#server/postgres/orphan.ts';

/** Stops and removes what test runs left behind that were killed. */
export async function sweep(prefix: string): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(prefix)) continue;
    const folder = join(tmpdir(), name);
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
