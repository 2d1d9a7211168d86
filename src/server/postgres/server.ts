import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { open, readFile, rename, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { withRemedy } from '../storageFault.ts';
import { lastLine } from './cluster.ts';
import { programEnvironment, spawnFault } from './command.ts';
import { program } from './package.ts';
import type { Launch } from './privilege.ts';

/** Where a server listens: in a Unix socket of this folder, or on a loopback port. */
export interface Door {
  readonly host: string;
  readonly port: number;
}

export interface RunningServer {
  readonly pid: number;
  /** The exit, and what the log said last; resolves once, whoever caused it. */
  readonly exited: Promise<string>;
  /** Fast shutdown with a checkpoint; after a minute by force. */
  readonly stop: () => Promise<void>;
}

const SOCKET_PORT = 5432;
const SOCKET_PATH_LIMIT = 107;

/**
 * A Unix socket in the cluster's folder, which only its owner may enter; a free loopback port where the path is
 * too long for a socket, holds a character of PostgreSQL's list syntax, or the system has no sockets.
 */
export async function chooseDoor(cluster: string): Promise<Door> {
  const path = join(cluster, `.s.PGSQL.${SOCKET_PORT}`);
  const fits = Buffer.byteLength(path) <= SOCKET_PATH_LIMIT && !/[,"'\\]/.test(path);
  if (fits && process.platform !== 'win32') return { host: cluster, port: SOCKET_PORT };
  const port = await new Promise<number>((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port: free } = probe.address() as AddressInfo;
      probe.close(() => resolve(free));
    });
  });
  return { host: '127.0.0.1', port };
}

/**
 * Starts postgres in a process session of its own, so that Ctrl-C in the terminal does not reach it before the
 * application has finished with it. It writes to `postgres.log` beside the cluster.
 * @param settings further settings, such as `{fsync: 'off'}`.
 */
export async function startServer(
  cluster: string,
  launch: Launch,
  door: Door,
  settings: Readonly<Record<string, string>> = {},
): Promise<RunningServer> {
  const socket = door.host === cluster;
  const all: Record<string, string> = {
    listen_addresses: socket ? '' : door.host,
    port: String(door.port),
    unix_socket_directories: socket ? cluster : '',
    unix_socket_permissions: '0700',
    ...settings,
  };
  const args = ['-D', cluster, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const logFile = join(dirname(cluster), 'postgres.log');
  const child = await spawnDetached(
    [...launch.prefix, program(launch.native, 'postgres'), ...args],
    logFile,
    launch,
  );
  const exited = new Promise<string>((resolve) => {
    child.once('exit', () => void logEnd(logFile).then((reason) => resolve(withRemedy(reason, cluster))));
  });
  return { pid: child.pid ?? 0, exited, stop: () => stopChild(child, exited) };
}

async function spawnDetached(words: string[], logFile: string, launch: Launch): Promise<ChildProcess> {
  const { size = 0 } = (await stat(logFile).catch(() => null)) ?? {};
  if (size > 10 * 2 ** 20) await rename(logFile, `${logFile}.1`);
  const log = await open(logFile, 'a', 0o600);
  try {
    const [command = '', ...rest] = words;
    return await new Promise((resolve, reject) => {
      const child = spawn(command, rest, {
        detached: true,
        env: programEnvironment(),
        stdio: ['ignore', log.fd, log.fd],
        uid: launch.uid,
        gid: launch.gid,
        windowsHide: true,
      });
      child.once('error', (error) => reject(spawnFault(command, error)));
      child.once('spawn', () => resolve(child));
    });
  } finally {
    await log.close();
  }
}

async function stopChild(child: ChildProcess, exited: Promise<string>): Promise<void> {
  for (const [signal, seconds] of [
    ['SIGINT', 60],
    ['SIGQUIT', 15],
    ['SIGKILL', 5],
  ] as const) {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    const late = new AbortController();
    const timer = sleep(seconds * 1000, undefined, { signal: late.signal, ref: false }).catch(() => {});
    await Promise.race([exited, timer]);
    late.abort();
  }
}

async function logEnd(logFile: string): Promise<string> {
  const text = await readFile(logFile, 'utf8').catch(() => '');
  const lines = text.trim().split('\n').slice(-8);
  return lastLine(lines.findLast((line) => /FATAL|PANIC|ERROR/.test(line)) ?? lines.at(-1) ?? '');
}
