import { randomUUID } from 'node:crypto';
import { mkdir, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Fault } from '#contract/error.ts';
import { storageBroken, storageFull, storageRefused } from '#contract/error.ts';

/** Why a folder takes nothing. */
export type StorageFault = 'full' | 'readOnly' | 'refused' | 'noFolder' | 'broken';

/** By error code of the system; PostgreSQL's own stand below. */
const CODES: Readonly<Record<string, StorageFault>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EROFS: 'readOnly',
  EACCES: 'refused',
  EPERM: 'refused',
  ENOENT: 'noFolder',
  ENOTDIR: 'noFolder',
  EEXIST: 'noFolder',
  EISDIR: 'noFolder',
  ELOOP: 'noFolder',
  ENAMETOOLONG: 'noFolder',
  EIO: 'broken',
  // disk_full and io_error of a statement: https://www.postgresql.org/docs/current/errcodes-appendix.html
  '53100': 'full',
  '58030': 'broken',
};

/** What programs say in words, PostgreSQL's among them. */
const WORDS: readonly (readonly [RegExp, StorageFault])[] = [
  // tar tells a full disk by what it could not write.
  [/No space left on device|Disk quota exceeded|Wrote only \d+ of \d+ bytes/i, 'full'],
  [/Read-only file system/i, 'readOnly'],
  [/Permission denied|Operation not permitted/i, 'refused'],
  [/Input\/output error/i, 'broken'],
];

/** What an error says of the disk; undefined = it is about something else. */
export function storageFaultOf(error: unknown): StorageFault | undefined {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    const { code, syscall } = at as NodeJS.ErrnoException;
    // A program that cannot be started says nothing of the disk.
    if (syscall?.startsWith('spawn')) return undefined;
    if (code !== undefined && Object.hasOwn(CODES, code)) return CODES[code];
  }
  const text = error instanceof Error ? error.message : String(error);
  return WORDS.find(([words]) => words.test(text))?.[1];
}

/** What a person at a screen is told. */
export function storageSentence(fault: StorageFault): Fault {
  if (fault === 'full') return storageFull();
  return fault === 'broken' ? storageBroken() : storageRefused();
}

/** What whoever starts the product is told, and what to do. @param folder what could not be written */
export function storageRemedy(fault: StorageFault, folder: string): string {
  switch (fault) {
    case 'full':
      return `The disk that holds ${folder} is full: free space there and start again.`;
    case 'readOnly':
      return `${folder} lies on a file system that is read-only: mount it writable, or name another folder.`;
    case 'refused':
      return `This user may not write into ${folder}: give the folder to the user who starts Meterhouse, or name another one.`;
    case 'noFolder':
      return `${folder} cannot be a folder: something else stands in its way, or its parent does not exist. Name another one.`;
    case 'broken':
      return `The disk that holds ${folder} reports errors: check it, and restore the newest backup onto another one.`;
  }
}

/** What happened, and what to do where it was the disk. @param folder what could not be written */
export function withRemedy(text: string, folder: string): string {
  const fault = storageFaultOf(text);
  return fault === undefined ? text : `${text} ${storageRemedy(fault, folder)}`;
}

/** An error of the disk as a sentence that says what to do; another error as it is. */
export function plainFault(error: unknown, folder: string): unknown {
  const fault = storageFaultOf(error);
  if (fault === undefined || !(error instanceof Error)) return error;
  const remedy = storageRemedy(fault, folder);
  if (error.message.includes(remedy)) return error;
  // What the system itself says names a call, which helps nobody.
  const own = (error as NodeJS.ErrnoException).syscall === undefined;
  return new Error(own ? `${error.message} ${remedy}` : remedy, { cause: error });
}

/**
 * Makes a folder and writes into it, so that a start finds out rather than the first person.
 * @returns its real path
 * @throws Error with a sentence that says what to do
 */
export async function prepareFolder(folder: string): Promise<string> {
  const probe = join(folder, `probe-${randomUUID()}`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o755 });
    await writeFile(probe, 'x', { flush: true });
    return await realpath(folder);
  } catch (error) {
    throw plainFault(await reasonAbove(folder, error), folder);
  } finally {
    await rm(probe, { force: true }).catch(() => {});
  }
}

/** A folder below one that nobody may write into is said not to exist: the nearest one that does tells why. */
async function reasonAbove(folder: string, error: unknown): Promise<unknown> {
  if (storageFaultOf(error) !== 'noFolder') return error;
  for (let above = dirname(folder); above !== dirname(above); above = dirname(above)) {
    const found = await stat(above).catch(() => null);
    if (found === null) continue;
    if (!found.isDirectory()) return error;
    const probe = join(above, `probe-${randomUUID()}`);
    const reason: unknown = await mkdir(probe).then(
      () => error,
      (fault: unknown) => fault,
    );
    await rm(probe, { recursive: true, force: true }).catch(() => {});
    return reason;
  }
  return error;
}
