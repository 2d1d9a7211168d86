import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Log } from '../database/log.ts';
import { processBegan } from '../postgres/lock.ts';

/** Who fills a folder that has no name of its own yet. */
interface Maker {
  readonly host: string;
  readonly pid: number;
  /** When that process began: a number is given out again. */
  readonly began: string;
}

const MAKER_FILE = 'maker.json';
const UNFINISHED = /^\..+\.unfinished-[A-Za-z0-9]{6}$/;
/** Without a maker it was cut off at once, or is being made this very moment. */
const YOUNG_MS = 60_000;

/** Whether a path names what a backup left that was cut off. */
export const isUnfinished = (path: string): boolean => UNFINISHED.test(basename(path));

/** Makes a folder beside a path to work in; a process that is killed leaves it, and the next one clears it. */
export async function workBeside(path: string): Promise<string> {
  const folder = await mkdtemp(join(dirname(path), `.${basename(path)}.unfinished-`));
  const maker: Maker = { host: hostname(), pid: process.pid, began: processBegan(process.pid) };
  await writeFile(join(folder, MAKER_FILE), JSON.stringify(maker));
  return folder;
}

/**
 * Removes the work folders of processes of this machine that no longer live.
 * @returns the folders that were removed
 */
export async function clearUnfinished(parent: string, log: Log): Promise<string[]> {
  const names = await readdir(parent).catch(() => []);
  const cleared: string[] = [];
  for (const name of names.filter((one) => UNFINISHED.test(one))) {
    const folder = join(parent, name);
    if (await isAtWork(folder)) continue;
    await rm(folder, { recursive: true, force: true });
    log.info(`Removed ${folder}, which a backup or restore left that was cut off.`);
    cleared.push(folder);
  }
  return cleared;
}

async function isAtWork(folder: string): Promise<boolean> {
  try {
    const { host, pid, began } = JSON.parse(await readFile(join(folder, MAKER_FILE), 'utf8')) as Maker;
    return host !== hostname() || (began !== '' && processBegan(pid) === began);
  } catch {
    const { mtimeMs } = (await stat(folder).catch(() => null)) ?? { mtimeMs: Infinity };
    return mtimeMs > Date.now() - YOUNG_MS;
  }
}
