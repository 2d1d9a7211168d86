import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { RawClient } from './broker.ts';

/** Whether Debian's broker is installed. */
export const MOSQUITTO = ['/usr/sbin/mosquitto', '/usr/bin/mosquitto'].find((path) => existsSync(path));

/** A real external broker that keeps its messages over a restart. */
export interface Mosquitto {
  readonly port: number;
  start(): Promise<void>;
  /** A clean end: it keeps its messages. Killed it may lose what it has not written yet, whatever we do. */
  stop(): Promise<void>;
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

/** Starts Mosquitto on a free port. */
export async function startMosquitto(): Promise<Mosquitto> {
  const folder = await mkdtemp(join(tmpdir(), 'meterhouse-mosquitto-'));
  const port = await freePort();
  const file = join(folder, 'mosquitto.conf');
  await writeFile(
    file,
    [
      `listener ${port} 127.0.0.1`,
      'allow_anonymous true',
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
      const client = new RawClient(port);
      const code = await client.login('probe');
      client.socket.destroy();
      if (code === 0) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error('mosquitto did not start');
  };
  await start();
  return {
    port,
    start,
    stop: () => stop('SIGTERM'),
    close: async () => {
      await stop('SIGTERM');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
