import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export const ROOT = resolve(import.meta.dirname, '..');
export const PASSWORD = 'operator-bench';

/** The product as its users start it, on a folder of its own. */
export interface RunningProduct {
  readonly baseUrl: string;
  readonly dataDir: string;
  readonly pid: number;
  /** Milliseconds from the start of the process to the line that it is ready. */
  readonly startedAfter: number;
  /** Waits for a line on its console; the milliseconds since the start. */
  said(words: string, limitMs: number): Promise<number>;
  /** The line of its console that holds these words; undefined while there is none. */
  told(words: string): string | undefined;
  stop(): Promise<void>;
}

/** Starts the product on free ports with an empty database. */
export async function startProduct(settings: Readonly<Record<string, string>> = {}): Promise<RunningProduct> {
  const dataDir = await mkdtemp(join(tmpdir(), 'meterhouse-bench-'));
  const [port, mqtt, ws] = await Promise.all([freePort(), freePort(), freePort()]);
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: String(port),
    MQTT_PORT: String(mqtt),
    MQTT_WS_PORT: String(ws),
    DEMO: 'off',
    ADMIN_PASSWORD: PASSWORD,
    LOG_LEVEL: 'warn',
    ...settings,
  };
  const begun = performance.now();
  const child = spawn(process.execPath, ['src/server/main.ts'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines = new Console(child, begun);
  const startedAfter = await lines.said('Meterhouse is ready', 120_000);
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    dataDir,
    pid: child.pid ?? 0,
    startedAfter,
    said: (words, limitMs) => lines.said(words, limitMs),
    told: (words) => lines.told(words),
    stop: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await new Promise((done) => child.once('exit', done));
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** What the process has printed, with the times. */
class Console {
  #text = '';
  readonly #child: ChildProcess;
  readonly #begun: number;

  constructor(child: ChildProcess, begun: number) {
    this.#child = child;
    this.#begun = begun;
    const hear = (chunk: Buffer): void => void (this.#text += chunk.toString());
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
  }

  told(words: string): string | undefined {
    return this.#text.split('\n').find((line) => line.includes(words));
  }

  async said(words: string, limitMs: number): Promise<number> {
    const end = performance.now() + limitMs;
    while (!this.#text.includes(words)) {
      if (this.#child.exitCode !== null || performance.now() > end)
        throw new Error(`The product did not say "${words}":\n${this.#text}`);
      await sleep(20);
    }
    return performance.now() - this.#begun;
  }
}

/** A port that nobody listens on. */
export function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer();
    server.once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address ? done(address.port) : fail(new Error('no port')),
      );
    });
  });
}

/** Address of the embedded database under a data folder, to weigh its tables. */
export async function databaseUrl(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'postgres');
  const password = (await readFile(join(folder, 'meterhouse.password'), 'utf8')).trim();
  const [, , , port = '5432', socket = ''] = (await readFile(join(folder, 'postmaster.pid'), 'utf8')).split(
    '\n',
  );
  const host = socket.trim() === '' ? '127.0.0.1' : encodeURIComponent(socket.trim());
  return `postgresql://meterhouse:${password}@${host}:${port.trim()}/meterhouse?options=-c%20meterhouse.scope%3Dall`;
}
