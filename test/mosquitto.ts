import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createConnection, createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/** Debian's broker where it is installed; `MOSQUITTO` names another place. */
export const MOSQUITTO = [process.env.MOSQUITTO, '/usr/sbin/mosquitto', '/usr/bin/mosquitto'].find(
  (path) => path !== undefined && existsSync(path),
);

/** A real external broker that keeps its messages over a restart. */
export interface Mosquitto {
  readonly port: number;
  start(): Promise<void>;
  /** A clean end: it keeps its messages. Killed it may lose what it has not written yet, whatever we do. */
  stop(): Promise<void>;
  /** Ends it with SIGKILL. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Whether somebody listens on a port; without a word, as a broker may speak TLS. */
const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1');
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

/**
 * Starts Mosquitto on a free port.
 * @param listeners its listeners and who may do what there, by its folder and port; else everybody everything
 */
export async function startMosquitto(
  listeners: (folder: string, port: number) => string | Promise<string> = (_folder, port) =>
    `listener ${port} 127.0.0.1\nallow_anonymous true`,
): Promise<Mosquitto> {
  const folder = await mkdtemp(join(tmpdir(), 'meterhouse-mosquitto-'));
  const port = await freePort();
  const file = join(folder, 'mosquitto.conf');
  await writeFile(
    file,
    [
      await listeners(folder, port),
      'persistence true',
      `persistence_location ${folder}/`,
      'autosave_interval 1',
      'autosave_on_changes true',
      'max_queued_messages 0',
      `user ${userInfo().username}`,
      '',
    ].join('\n'),
  );
  let child: ChildProcess | undefined;
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    const running = child;
    child = undefined;
    if (!running || running.exitCode !== null) return;
    const gone = new Promise((resolve) => running.once('exit', resolve));
    running.kill(signal);
    await gone;
  };
  const start = async (): Promise<void> => {
    child = spawn(MOSQUITTO ?? 'mosquitto', ['-c', file], { stdio: 'ignore' });
    for (let i = 0; i < 300; i++) {
      if (await listens(port)) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error('mosquitto did not start');
  };
  await start();
  return {
    port,
    start,
    stop: () => stop('SIGTERM'),
    kill: () => stop('SIGKILL'),
    close: async () => {
      await stop('SIGTERM');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
