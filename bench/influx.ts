import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { bulk } from './bulk.ts';
import { freePort } from './product.ts';
import type { Row, Workload } from './workload.ts';

/** Debian's package `influxdb` (1.x) where it is installed; `INFLUXD` names another place. */
const INFLUXD = [process.env['INFLUXD'], '/usr/bin/influxd'].find(
  (path) => path !== undefined && existsSync(path),
);
const READY_MS = 30_000;

/** What InfluxDB takes in of the same workload on the same machine, values/s. */
export interface InfluxFigure {
  readonly version: string;
  readonly week: number;
  readonly year: number;
}

/**
 * Sends the workload to an InfluxDB of its own: defaults (so fsync before each answer), line protocol over HTTP, the same
 * deliveries, as many at once as the product is sent. Null where none is installed.
 */
export async function influxIngest(workload: Workload): Promise<InfluxFigure | null> {
  if (INFLUXD === undefined) return null;
  const folder = await mkdtemp(join(tmpdir(), 'meterhouse-influx-'));
  const [http, rpc] = [await freePort(), await freePort()];
  const file = join(folder, 'influxdb.conf');
  await writeFile(file, settings(folder, http, rpc));
  const child = spawn(INFLUXD, ['-config', file], { stdio: 'ignore' });
  const gone = new Promise((resolve) => child.once('exit', resolve));
  const agent = new Agent({ keepAlive: true, maxSockets: bulk.inFlight });
  const post = (path: string, body: string): Promise<void> => send({ agent, port: http, path }, body);
  try {
    const end = Date.now() + READY_MS;
    while (!(await post('/query?q=create%20database%20bench', '').then(() => true, () => false))) {
      if (Date.now() > end) throw new Error('InfluxDB did not start.');
      await sleep(100);
    } // prettier-ignore
    const rate = (part: 'week' | 'year'): Promise<number> =>
      ingestRate(workload, part, (lines) => post('/write?db=bench&precision=s', lines));
    return { version: versionOf(INFLUXD), week: await rate('week'), year: await rate('year') };
  } finally {
    agent.destroy();
    child.kill('SIGKILL');
    await gone;
    await rm(folder, { recursive: true, force: true });
  }
}

/** Its own defaults but for where it writes and listens. */
const settings = (folder: string, http: number, rpc: number): string => `
reporting-disabled = true
bind-address = "127.0.0.1:${rpc}"
[meta]
  dir = "${folder}/meta"
[data]
  dir = "${folder}/data"
  wal-dir = "${folder}/wal"
  query-log-enabled = false
[http]
  bind-address = "127.0.0.1:${http}"
  log-enabled = false
`;

const versionOf = (file: string): string =>
  /v([\d.]+)/.exec(execFileSync(file, ['version'], { encoding: 'utf8' }))?.[1] ?? '';

/** Values a second of a part of the workload, the making of its lines included, as for the product. */
async function ingestRate(
  workload: Workload,
  part: 'week' | 'year',
  write: (lines: string) => Promise<void>,
): Promise<number> {
  const stepsPerBatch = part === 'week' ? bulk.stepsPerBatch : bulk.yearStepsPerBatch;
  const begun = performance.now();
  const open = new Set<Promise<unknown>>();
  let values = 0;
  for (const rows of workload.batches(part, { stepsPerBatch })) {
    values += rows.length * (rows[0]?.values.length ?? 0);
    const one: Promise<unknown> = write(rows.map(lineOf).join('\n')).finally(() => open.delete(one));
    open.add(one);
    if (open.size >= bulk.inFlight) await Promise.race(open);
  }
  await Promise.all(open);
  return (values * 1000) / (performance.now() - begun);
}

const lineOf = ({ ts, meter, codes, values }: Row): string =>
  `m,meter=${meter} ${codes.map((code, i) => `${code}=${values[i]}`).join(',')} ${ts}`;

function send(
  to: { readonly agent: Agent; readonly port: number; readonly path: string },
  body: string,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const asked = request({ ...to, host: '127.0.0.1', method: 'POST' }, (reply) => {
      reply.resume();
      reply.once('end', () => {
        if ((reply.statusCode ?? 500) < 300) resolve();
        else reject(new Error(`InfluxDB answered ${reply.statusCode}`));
      });
    });
    asked.once('error', reject);
    asked.end(body);
  });
}
