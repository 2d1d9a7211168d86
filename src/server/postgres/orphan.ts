import { execFileSync } from 'node:child_process';
import { readFile, readdir, readlink, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../database/log.ts';

// SIGINT = fast shutdown with a checkpoint, SIGQUIT = at once, recovered at the next start. Processes whose parent
// is already gone end by themselves or by the last one.
const STEPS = [
  ['SIGINT', 60],
  ['SIGQUIT', 15],
  ['SIGKILL', 5],
] as const;

const ORPHAN_SECONDS = 2;

/**
 * Stops what a killed Meterhouse left running on this cluster, then removes the marks that would keep PostgreSQL
 * from starting: a process id in them may be another program's by now. The caller holds the folder's lock.
 * @throws Error with a sentence when the orphan does not end.
 */
export async function stopOrphan(cluster: string, log: Log): Promise<void> {
  const file = join(cluster, 'postmaster.pid');
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return;
  const parent = Number.parseInt(text, 10);
  let left = await postgresOf(cluster, parent);
  if (left.length > 0) {
    log.info(`A database left running by an earlier process is being stopped (process ${left[0]}).`);
  }
  for (const [signal, seconds] of STEPS) {
    // Without their parent they end by themselves at once, or are at work that has lost its sense.
    const patience = left.includes(parent) || signal !== 'SIGINT' ? seconds : ORPHAN_SECONDS;
    const until = Date.now() + patience * 1000;
    const targets = left.includes(parent) ? [parent] : left;
    if (signal !== 'SIGINT' || left.includes(parent)) for (const pid of targets) sendSignal(pid, signal);
    while (left.length > 0 && Date.now() < until) {
      await sleep(50);
      left = await postgresOf(cluster, parent);
    }
  }
  if (left.length > 0) {
    throw new Error(
      `The database left running by an earlier process (process ${left[0]}) does not stop; end it first.`,
    );
  }
  const sockets = (await readdir(cluster)).filter((name) => name.startsWith('.s.PGSQL.'));
  for (const name of ['postmaster.pid', ...sockets]) await rm(join(cluster, name), { force: true });
}

/** The living processes of PostgreSQL on this cluster. */
async function postgresOf(cluster: string, parent: number): Promise<number[]> {
  if (process.platform === 'linux') return postgresIn(await realpath(cluster));
  if (!(parent > 1)) return [];
  if (process.platform === 'win32') return sendSignal(parent, 0) ? [parent] : [];
  try {
    const words = execFileSync('ps', ['-o', 'args=', '-p', String(parent)], { encoding: 'utf8' });
    return words.includes(cluster) ? [parent] : [];
  } catch {
    return [];
  }
}

/** Every process of PostgreSQL works in its cluster's folder, which for a dead one (a zombie) cannot be read. */
async function postgresIn(cluster: string): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 1);
  const found = await Promise.all(
    pids.map(async (pid) => {
      const folder = await readlink(`/proc/${pid}/cwd`).catch(() => null);
      if (folder !== cluster) return [];
      const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '');
      return name.trim() === 'postgres' ? [pid] : [];
    }),
  );
  return found.flat().sort((a, b) => a - b);
}

function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
