import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { freePort } from './mosquitto.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
export const OPERATOR_PASSWORD = 'an operator of tests';

/** The product as a process of its own, with its ports; it may be killed and started again on its folder. */
export interface RunningProduct {
  readonly baseUrl: string;
  readonly mqttPort: number;
  readonly wsPort: number;
  /** Of the process that was started last; undefined once it has ended. */
  readonly pid: number | undefined;
  /** What it has said since its start. */
  readonly output: string;
  start(): Promise<void>;
  /** SIGKILL to the whole group and to its PostgreSQL, none of which can say goodbye. */
  kill(): Promise<void>;
  /** A clean end. */
  stop(): Promise<void>;
}

/** Prepares a product on a folder; `env` adds settings. */
export async function runningProduct(
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
): Promise<RunningProduct> {
  const [port, mqttPort, wsPort] = [await freePort(), await freePort(), await freePort()];
  let child: ChildProcess | undefined;
  let output = '';

  const end = async (act: (running: ChildProcess) => void | Promise<void>): Promise<void> => {
    const running = child;
    child = undefined;
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    const gone = new Promise((resolve) => running.once('exit', resolve));
    await act(running);
    await gone;
  };
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    mqttPort,
    wsPort,
    get pid() {
      return child?.exitCode === null && child.signalCode === null ? child.pid : undefined;
    },
    get output() {
      return output;
    },
    async start() {
      output = '';
      const started = spawn(process.execPath, ['src/server/main.ts'], {
        cwd: ROOT,
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          ...process.env,
          DATA_DIR: dataDir,
          PORT: String(port),
          MQTT_PORT: String(mqttPort),
          MQTT_WS_PORT: String(wsPort),
          DEMO: 'off',
          ADMIN_PASSWORD: OPERATOR_PASSWORD,
          LOG_LEVEL: 'warn',
          ...env,
        },
      });
      child = started;
      await new Promise<void>((resolve, reject) => {
        const hear = (chunk: Buffer): void => {
          output += chunk.toString('utf8');
          if (output.includes('Meterhouse is ready')) resolve();
        };
        started.stdout.on('data', hear);
        started.stderr.on('data', hear);
        started.once('exit', (code) => reject(new Error(`The product ended (${code}):\n${output}`)));
      });
    },
    kill: () =>
      end(async (running) => {
        const postgres = Number(
          (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0],
        );
        const backends = postgres > 0 ? childrenOf(postgres) : [];
        if (running.pid) process.kill(-running.pid, 'SIGKILL');
        for (const pid of [postgres, ...backends]) if (pid > 0) killQuietly(pid);
      }),
    stop: () => end((running) => void running.kill('SIGTERM')),
  };
}

/** The cookie of the operator, logged in. */
export async function operatorCookie(baseUrl: string): Promise<string> {
  const response = await fetch(`${baseUrl}/api/sys/login`, {
    method: 'POST',
    headers: { 'x-meterhouse': '1', 'content-type': 'application/json' },
    body: JSON.stringify({ userName: 'operator', password: OPERATOR_PASSWORD }),
  });
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0];
  if (cookie === undefined) throw new Error(`sys/login: ${await response.text()}`);
  return cookie;
}

/** Logs the operator in; answers calls by their path, which give their data or throw their message. */
export async function operatorOf(baseUrl: string): Promise<<T>(path: string, body: object) => Promise<T>> {
  let cookie = await operatorCookie(baseUrl);
  const post = async <T>(path: string, body: object): Promise<T> => {
    const response = await fetch(`${baseUrl}/api/${path}`, {
      method: 'POST',
      headers: { 'x-meterhouse': '1', 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    });
    cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
    const { code, message, data } = (await response.json()) as { code: number; message: string; data: T };
    if (code !== 200) throw new Error(`${path}: ${message}`);
    return data;
  };
  return post;
}

/** An enterprise with meters M1, M2 … and a gateway; answers its id and the token. */
export async function prepareWorks(
  baseUrl: string,
  meters: number,
): Promise<{ consumerId: number; token: string }> {
  const post = await operatorOf(baseUrl);
  const { id: consumerId } = await post<{ id: number }>('archive/consumer/add', {
    orgName: 'w',
    orgCode: 'w',
  });
  const { id: siteId } = await post<{ id: number }>('archive/monitorSite/add', {
    orgName: 's',
    orgCode: 's',
    consumerId,
    timeZone: HOME_ZONE,
  });
  for (let i = 1; i <= meters; i++)
    await post('archive/ammeter/add', {
      ammeterCode: `M${i}`,
      ammeterName: `M${i}`,
      consumerId,
      siteId,
      deviceType: '4',
      dataType: '1',
    });
  const gateway = await post<{ token: string }>('archive/gateway/add', {
    gatewayName: 'g',
    consumerId,
    state: '1',
  });
  return { consumerId, token: gateway.token };
}

export function childrenOf(pid: number): number[] {
  try {
    return execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
      .split('\n')
      .map(Number)
      .filter((child) => child > 0);
  } catch {
    return [];
  }
}

/** @returns true, also where it was gone already */
export function killQuietly(pid: number): boolean {
  try {
    if (pid > 0) process.kill(pid, 'SIGKILL');
  } catch {
    // It went with its parent.
  }
  return true;
}
