import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { spawn } from 'node:child_process';

/**
 * Lets `write` fill a new folder, then puts it in place as a whole: as that folder, or as one file if the name ends
 * in `.tar`. A backup that failed leaves nothing behind.
 * @throws Error with a sentence when there already is something.
 */
export async function packInto<T>(target: string, write: (folder: string) => Promise<T>): Promise<T> {
  const path = resolve(target);
  const there = await stat(path).catch(() => null);
  if (there && !(there.isDirectory() && (await readdir(path)).length === 0)) {
    throw new Error(`${path} already exists; name a file (.tar) or folder that does not.`);
  }
  await mkdir(dirname(path), { recursive: true });
  const half = await mkdtemp(join(dirname(path), `.${basename(path)}-`));
  try {
    const result = await write(half);
    if (isArchive(path)) {
      const packed = `${half}.tar`;
      await tar(['-cf', packed, '-C', half, '.']).catch(async (error: unknown) => {
        await rm(packed, { force: true });
        throw error;
      });
      await rename(packed, path);
    } else {
      await rename(half, path);
    }
    return result;
  } finally {
    await rm(half, { recursive: true, force: true });
  }
}

/** Hands `read` the folder of a backup; a `.tar` is unpacked beside itself for that time. */
export async function unpackFrom<T>(source: string, read: (folder: string) => Promise<T>): Promise<T> {
  const path = resolve(source);
  if (!(await stat(path).catch(() => null))) throw new Error(`There is no backup at ${path}.`);
  if (!isArchive(path)) return read(path);
  const folder = await mkdtemp(join(dirname(path), `.${basename(path)}-`));
  try {
    await tar(['-xf', path, '-C', folder]);
    return await read(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function isArchive(path: string): boolean {
  return path.endsWith('.tar');
}

function tar(args: string[]): Promise<void> {
  return new Promise((done, reject) => {
    const child = spawn('tar', args, { stdio: ['ignore', 'ignore', 'pipe'], windowsHide: true });
    let fault = '';
    child.stderr.on('data', (chunk: Buffer) => void (fault += chunk.toString('utf8')));
    child.once('error', (error) => reject(new Error(`tar could not be started: ${error.message}.`)));
    child.once('close', (code) => (code === 0 ? done() : reject(new Error(`tar failed: ${fault.trim()}`))));
  });
}
