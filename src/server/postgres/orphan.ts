import { execFileSync } from 'node:child_process';
import { readFile, readlink, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../database/log.ts';

/**
 * Stops a PostgreSQL that a killed Meterhouse left running on this cluster; removes a pid file whose
 * process is gone or is another program by now. The caller holds the folder's lock.
 * @throws Error with a sentence when the orphan does not end.
 */
export async function stopOrphan(cluster: string, log: Log): Promise<void> {
  const file = join(cluster, 'postmaster.pid');
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return;
  const pid = Number.parseInt(text, 10);
  if (!(pid > 1) || !(await isPostgresOf(pid, cluster))) {
    await rm(file, { force: true });
    return;
  }
  log.info(`A database left running by an earlier process is being stopped (process ${pid}).`);
  // SIGINT = fast shutdown with a checkpoint, SIGQUIT = at once, recovered at the next start.
  for (const [signal, seconds] of [
    ['SIGINT', 60],
    ['SIGQUIT', 15],
  ] as const) {
    sendSignal(pid, signal);
    if (await ended(pid, cluster, seconds)) return;
  }
  throw new Error(
    `The database left running by an earlier process (process ${pid}) does not stop; end it first.`,
  );
}

async function ended(pid: number, cluster: string, seconds: number): Promise<boolean> {
  const until = Date.now() + seconds * 1000;
  while (Date.now() < until) {
    if (!(await isPostgresOf(pid, cluster))) return true;
    await sleep(50);
  }
  return false;
}

/** Whether the process lives and is a PostgreSQL of this cluster; postgres works in its cluster's folder. */
async function isPostgresOf(pid: number, cluster: string): Promise<boolean> {
  if (process.platform === 'linux') {
    const folder = await readlink(`/proc/${pid}/cwd`).catch(() => null);
    return folder !== null && folder === (await realpath(cluster));
  }
  if (process.platform === 'win32') return sendSignal(pid, 0);
  try {
    return execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }).includes(cluster);
  } catch {
    return false;
  }
}

function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
