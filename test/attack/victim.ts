import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readLock } from '#server/postgres/lock.ts';
import { freePort } from '#test/mosquitto.ts';
import { childrenOf, killQuietly, OPERATOR_PASSWORD } from '#test/running.ts';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const READY_MS = 120_000;

/** The product as `npm start` runs it, launcher and all, on a folder; its processes may be killed one by one. */
export class Victim {
  readonly dataDir: string;
  readonly #ports: Readonly<Record<string, string>>;
  #launcher: ChildProcess | undefined;
  /** What launcher and server said since the last start. */
  output = '';

  private constructor(dataDir: string, ports: Readonly<Record<string, string>>) {
    this.dataDir = dataDir;
    this.#ports = ports;
  }

  static async on(dataDir: string): Promise<Victim> {
    const names = ['PORT', 'MQTT_PORT', 'MQTT_WS_PORT', 'SIMULATOR_PORT'];
    const ports: Record<string, string> = {};
    for (const name of names) ports[name] = String(await freePort());
    return new Victim(dataDir, ports);
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${this.#ports['PORT']}`;
  }
  get mqttPort(): number {
    return Number(this.#ports['MQTT_PORT']);
  }
  get launcherPid(): number {
    return this.#launcher?.pid ?? 0;
  }
  /** Whether the launcher still stands. */
  get stands(): boolean {
    return this.#launcher?.exitCode === null && this.#launcher.signalCode === null;
  }

  /** Starts the launcher; resolves when the product is ready. */
  async start(): Promise<void> {
    this.begin();
    const end = Date.now() + READY_MS;
    while (!(await this.isReady())) {
      if (!this.stands || Date.now() > end) throw new Error(`It did not start:\n${this.output}`);
      await sleep(50);
    }
  }

  /** Starts the launcher and waits for nothing. */
  begin(): void {
    this.output = '';
    const launcher = spawn(process.execPath, ['scripts/start.mjs'], {
      cwd: ROOT,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        ...this.#ports,
        HOST: '127.0.0.1',
        DATA_DIR: this.dataDir,
        DEMO: 'off',
        ADMIN_PASSWORD: OPERATOR_PASSWORD,
        LOG_LEVEL: 'warn',
      },
    });
    const hear = (chunk: Buffer): void => void (this.output += chunk.toString('utf8'));
    launcher.stdout.on('data', hear);
    launcher.stderr.on('data', hear);
    this.#launcher = launcher;
  }

  isReady(): Promise<boolean> {
    return fetch(`${this.baseUrl}/readyz`, { signal: AbortSignal.timeout(2000) }).then(
      ({ ok }) => ok,
      () => false,
    );
  }

  /** The server that works on the folder now; 0 = none. */
  async serverPid(): Promise<number> {
    return (await readLock(this.dataDir))?.pid ?? 0;
  }

  async postmasterPid(): Promise<number> {
    const text = await readFile(join(this.dataDir, 'postgres/postmaster.pid'), 'utf8').catch(() => '0');
    return Number(text.split('\n')[0]);
  }

  /** Every process at once, none of which can say goodbye. */
  async killTree(): Promise<void> {
    const postmaster = await this.postmasterPid();
    const own = childrenOf(this.launcherPid);
    const all = [this.launcherPid, ...own, postmaster, ...(postmaster > 0 ? childrenOf(postmaster) : [])];
    for (const pid of all) if (pid > 0) killQuietly(pid);
    await this.#gone();
  }

  /** The launcher alone; the server ends by itself. */
  async killLauncher(): Promise<void> {
    const server = await this.serverPid();
    killQuietly(this.launcherPid);
    await this.#gone();
    for (let i = 0; i < 600 && server > 0 && lives(server); i++) await sleep(50);
  }

  async stop(): Promise<void> {
    if (this.stands) this.#launcher?.kill('SIGTERM');
    await this.#gone();
  }

  async #gone(): Promise<void> {
    while (this.stands) await sleep(20);
  }
}

function lives(pid: number): boolean {
  try {
    return !execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).startsWith('Z');
  } catch {
    return false;
  }
}
