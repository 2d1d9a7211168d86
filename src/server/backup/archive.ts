import { chmod, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { spawn } from 'node:child_process';
import type { Log } from '../database/log.ts';
import { plainFault, storageFaultOf, storageRemedy } from '../storageFault.ts';
import { clearUnfinished, isUnfinished, workBeside } from './unfinished.ts';

/** A backup holds hashes of passwords and letters that wait: who made it reads it, and no other account of the machine. */
export const PRIVATE = { folder: 0o700, file: 0o600 } as const;

/**
 * Lets `write` fill a new folder, then puts it in place as a whole: as that folder, or as one file if the name ends
 * in `.tar`. A backup that failed leaves nothing behind, and one that was killed nothing that the next does not clear.
 * @throws Error with a sentence when there already is something, or the disk refuses.
 */
export async function packInto<T>(
  target: string,
  write: (folder: string) => Promise<T>,
  log: Log,
): Promise<T> {
  const path = resolve(target);
  const there = await stat(path).catch(() => null);
  if (there && !(there.isDirectory() && (await readdir(path)).length === 0)) {
    throw new Error(`${path} already exists; name a file (.tar) or folder that does not.`);
  }
  return beside(path, log, async (work) => {
    const folder = join(work, 'content');
    await mkdir(folder, { mode: PRIVATE.folder });
    const result = await write(folder);
    if (isArchive(path)) {
      const packed = join(work, 'content.tar');
      await tar(['-cf', packed, '-C', folder, '.'], dirname(path));
      await chmod(packed, PRIVATE.file);
      await rename(packed, path);
    } else {
      await rename(folder, path);
    }
    return result;
  }).catch((error: unknown) => {
    throw plainFault(error, dirname(path));
  });
}

/**
 * Hands `read` the folder of a backup; a `.tar` is unpacked beside itself for that time.
 * @throws Error with a sentence when there is none, or it was cut off.
 */
export async function unpackFrom<T>(
  source: string,
  read: (folder: string) => Promise<T>,
  log: Log,
): Promise<T> {
  const path = resolve(source);
  if (isUnfinished(path) || isUnfinished(dirname(path)))
    throw new Error(`${path} is no backup: the one that made it was cut off. Use a finished one.`);
  if (!(await stat(path).catch(() => null))) throw new Error(`There is no backup at ${path}.`);
  if (!isArchive(path)) return read(path);
  return beside(path, log, async (work) => {
    const folder = join(work, 'content');
    await mkdir(folder);
    await tar(['-xf', path, '-C', folder], dirname(path)).catch((error: unknown) => {
      if (error instanceof DiskFault) throw error;
      throw new Error(`${path} cannot be unpacked: it is damaged or not whole.`, { cause: error });
    });
    return read(folder);
  });
}

async function beside<T>(path: string, log: Log, fill: (folder: string) => Promise<T>): Promise<T> {
  const parent = dirname(path);
  const begin = async (): Promise<string> => {
    await mkdir(parent, { recursive: true });
    await clearUnfinished(parent, log);
    return workBeside(path);
  };
  const work = await begin().catch((error: unknown) => {
    throw plainFault(error, parent);
  });
  try {
    return await fill(work);
  } finally {
    await rm(work, { recursive: true, force: true }).catch(() => {});
  }
}

function isArchive(path: string): boolean {
  return path.endsWith('.tar');
}

class DiskFault extends Error {}

/** @param beside the folder whose disk is written to */
function tar(args: string[], beside: string): Promise<void> {
  return new Promise((done, reject) => {
    const child = spawn('tar', args, { stdio: ['ignore', 'ignore', 'pipe'], windowsHide: true });
    let fault = '';
    child.stderr.on('data', (chunk: Buffer) => void (fault += chunk.toString('utf8')));
    child.once('error', (error) => reject(new Error(`tar could not be started: ${error.message}.`)));
    child.once('close', (code) => {
      const disk = storageFaultOf(fault);
      if (code === 0) done();
      else if (disk) reject(new DiskFault(storageRemedy(disk, beside)));
      else reject(new Error(`tar failed: ${fault.trim()}`));
    });
  });
}
