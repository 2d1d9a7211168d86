import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the lock file of a data folder says about the process that holds it. */
export interface LockHolder {
  readonly pid: number;
  /** When that process began, as the system tells it; a reused pid has another. */
  readonly began: string;
  /** Where its PostgreSQL listens, once it does. Holds the password: the file is the owner's alone. */
  readonly connectionString?: string;
}

export interface FolderLock {
  /** Tells other processes of the same user (backup) how to connect. */
  publish(connectionString: string): Promise<void>;
  release(): Promise<void>;
}

const FILE = 'meterhouse.lock';

/**
 * Takes the data folder for this process. A lock left by a process that no longer lives is taken over.
 * @throws Error with a sentence that names the holder's process id.
 */
export async function lockFolder(dataDir: string): Promise<FolderLock> {
  const file = join(dataDir, FILE);
  const own = join(dataDir, `${FILE}.${randomUUID()}`);
  const me: LockHolder = { pid: process.pid, began: processBegan(process.pid) };
  const write = (holder: LockHolder): Promise<void> =>
    writeFile(own, JSON.stringify(holder), { mode: 0o600 });

  try {
    await write(me);
    // A link is made only if the name is free: of two starters one wins.
    while (!(await linked(own, file))) await removeStale(dataDir, file, `${own}.stale`);
  } finally {
    await rm(own, { force: true });
  }
  return {
    async publish(connectionString) {
      await write({ ...me, connectionString });
      await rename(own, file);
    },
    release: () => rm(file, { force: true }),
  };
}

/** Takes a dead holder's lock away. It is moved aside and looked at again: meanwhile it may have become another's. */
async function removeStale(dataDir: string, file: string, aside: string): Promise<void> {
  refuseIfHeld(dataDir, await readHolder(file));
  await rename(file, aside).catch(() => {});
  const moved = await readHolder(aside);
  if (moved) await linked(aside, file);
  await rm(aside, { force: true });
  refuseIfHeld(dataDir, moved);
}

function refuseIfHeld(dataDir: string, holder: LockHolder | null): void {
  if (holder === null) return;
  throw new Error(
    `Another Meterhouse process already works on ${dataDir} (process ${holder.pid}). ` +
      'Stop it first, or set DATA_DIR to another folder.',
  );
}

/** The living holder of a data folder, or null. */
export function readLock(dataDir: string): Promise<LockHolder | null> {
  return readHolder(join(dataDir, FILE));
}

async function readHolder(file: string): Promise<LockHolder | null> {
  const text = await readFile(file, 'utf8').catch(() => '');
  try {
    const holder = JSON.parse(text) as LockHolder;
    return holder.pid !== process.pid && processBegan(holder.pid) !== holder.began ? null : holder;
  } catch {
    // Cut off by a crash of the machine.
    return null;
  }
}

async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** When a process began, in the system's own words; '' if there is no such process. */
export function processBegan(pid: number): string {
  if (process.platform === 'linux') {
    try {
      // The second field may hold spaces and brackets; after it, begin is the 20th. A zombie (Z) no longer lives.
      const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
        .replace(/^.*\) /s, '')
        .split(' ');
      return fields[0] === 'Z' ? '' : (fields[19] ?? '');
    } catch {
      return '';
    }
  }
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return '';
  }
  if (process.platform === 'win32') return 'alive';
  return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
}
