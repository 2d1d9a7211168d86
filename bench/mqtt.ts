import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import mqttPacket from 'mqtt-packet';
import { from as copyFrom } from 'pg-copy-streams';
import { finished } from 'node:stream/promises';
import { DEVICE_TYPE } from '#contract/deviceType.ts';
import { ENERGY } from '#contract/energyType.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/time/duration.ts';
import { Caller } from './http.ts';
import { CODES } from './ownWorkload.ts';
import { PASSWORD, ROOT, startProduct } from './product.ts';
import { screenLatency } from './screenLatency.ts';
import { fixed, limit, machineNow, measuredNow, type Part, type Section, table, whole } from './section.ts';
import { openDatabase } from './weigh.ts';

/*
 * The broker: gateways that send 200 meters of ten codes in a message, gateways that send a message for each meter,
 * from a publish to the screen, and what connections cost that only stand.
 */
const METERS = 200;
const MOST_SCREEN_MS = 1000;
const IDLE = 1000;

interface Sent {
  readonly messages: number;
  readonly seconds: number;
  readonly p50: number;
  readonly p95: number;
}

const sleepingPort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

const send = async (load: object): Promise<Sent> => {
  const script = `${ROOT}/bench/mqttLoad.ts`;
  const { stdout } = await promisify(execFile)(process.execPath, [script, JSON.stringify(load)]);
  return JSON.parse(stdout) as Sent;
};

/** An enterprise with its meters and gateways' tokens. */
async function prepare(
  operator: Caller,
  gateways: number,
): Promise<{ consumerId: number; tokens: string[] }> {
  const { id: consumerId } = await operator.post<{ id: number }>('/api/archive/consumer/add', {
    orgName: 'works',
    orgCode: 'works',
  });
  const { id: siteId } = await operator.post<{ id: number }>('/api/archive/monitorSite/add', {
    orgName: 'site',
    orgCode: 'site',
    consumerId,
  });
  for (let m = 1; m <= METERS; m++)
    await operator.post('/api/archive/ammeter/add', {
      ammeterCode: `M${m}`,
      ammeterName: `M${m}`,
      consumerId,
      siteId,
      deviceType: DEVICE_TYPE.electricityMeter,
      dataType: ENERGY.electricity,
    });
  const tokens: string[] = [];
  for (let g = 0; g < gateways; g++) {
    const row = { gatewayName: `G${g}`, consumerId, state: '1' };
    tokens.push((await operator.post<{ token: string }>('/api/archive/gateway/add', row)).token);
  }
  return { consumerId, tokens };
}

/** The reference: as many rows of as many codes by plain COPY into a table like that of the readings. */
async function copyRate(dataDir: string, steps: number): Promise<number> {
  const client = await openDatabase(dataDir);
  try {
    await client.query('create table if not exists bench_copy (like reading including all)');
    const chunks: string[] = [];
    for (let k = 0; k < steps; k++) {
      let text = '';
      const ts = new Date(k * MINUTE_MS).toISOString();
      for (let m = 1; m <= METERS; m++)
        text += `${m}\t0\t${ts}\t${CODES.map((_, c) => ((m * 7 + k * 13 + c * 101) % 100_000) / 100).join('\t')}\n`;
      chunks.push(text);
    }
    const columns = CODES.map((code) => code.toLowerCase()).join(', ');
    const begun = performance.now();
    const stream = client.query(copyFrom(`copy bench_copy (meter_id, source, ts, ${columns}) from stdin`));
    const done = finished(stream);
    for (const chunk of chunks) if (!stream.write(chunk)) await new Promise((go) => stream.once('drain', go));
    stream.end();
    await done;
    return (steps * METERS * CODES.length) / ((performance.now() - begun) / 1000);
  } finally {
    await client.query('drop table if exists bench_copy');
    await client.end();
  }
}

/** Memory of a process in bytes (Linux). */
const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? NaN) * 1024;

/** What a thousand connections cost that have logged in and say nothing. */
async function idleMemory(pid: number, port: number, tokens: readonly string[]): Promise<number> {
  await sleep(3000);
  const before = memoryOf(pid);
  const sockets = await Promise.all(
    Array.from({ length: IDLE }, (_, i) => {
      const socket = connect(port, '127.0.0.1');
      socket.write(
        mqttPacket.generate({
          cmd: 'connect',
          protocolId: 'MQTT',
          protocolVersion: 4,
          clean: true,
          clientId: `idle${i}`,
          username: tokens[i % tokens.length] ?? '',
          keepalive: 600,
        }),
      );
      return new Promise<typeof socket>((resolve, reject) => {
        socket.once('data', () => resolve(socket));
        socket.once('error', reject);
      });
    }),
  );
  await sleep(3000);
  const cost = memoryOf(pid) - before;
  for (const socket of sockets) socket.destroy();
  return cost;
}

async function measure(say: (line: string) => void): Promise<Part[]> {
  const machine = machineNow();
  const port = await sleepingPort();
  const product = await startProduct({ MQTT_PORT: String(port) });
  const operator = new Caller(product.baseUrl);
  try {
    await operator.login('operator', PASSWORD);
    const { consumerId, tokens } = await prepare(operator, 20);
    const token = tokens[0] ?? '';
    const base = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 60 * 24 * HOUR_MS;
    // First: after the load the memory that is given back would hide it.
    say('idle connections …');
    const idle = await idleMemory(product.pid, port, tokens);
    const common = { port, token, metersInAll: METERS, codes: CODES };
    const warm = {
      ...common,
      connections: 4,
      meters: METERS,
      window: 4,
      messages: 20,
      starts: [0, 1, 2, 3].map((c) => base - 300 * 24 * HOUR_MS - c * 9e8),
    };
    await send(warm);
    say('messages of 200 meters × 10 codes …');
    const wide = await send({
      ...warm,
      messages: 250,
      window: 8,
      starts: [0, 1, 2, 3].map((c) => base - c * 3e8),
    });
    const reference = await copyRate(product.dataDir, 1000);
    say('a message for each meter, 50 connections …');
    const narrow = await send({
      ...common,
      codes: ['PP'],
      connections: 50,
      meters: 1,
      window: 100,
      messages: 1000,
      starts: Array.from({ length: 50 }, () => base + 10 * 24 * HOUR_MS),
    });
    say('from a publish to the screen …');
    const screen = await screenLatency(product.baseUrl, operator, { port, token, consumerId, meter: 'M1' });
    const values = wide.messages * METERS * CODES.length;
    const rows = [
      [
        '200 meters × 10 codes a message, values/s',
        whole(values / wide.seconds),
        limit(values / wide.seconds, '≥', 200_000),
      ],
      ['plain COPY of as many values beside it, values/s', whole(reference), ''],
      [
        'from such a message to its acknowledgement, p50 / p95 ms',
        `${fixed(wide.p50, 0)} / ${fixed(wide.p95, 0)}`,
        '',
      ],
      [
        'one meter a message, 50 connections, messages/s',
        whole(narrow.messages / narrow.seconds),
        limit(narrow.messages / narrow.seconds, '≥', 10_000),
      ],
      ['from a publish to the open overview, p50 ms', fixed(screen.p50, 0), ''],
      ['the same, p95 ms', fixed(screen.p95, 0), limit(screen.p95, '≤', MOST_SCREEN_MS)],
      [`memory of ${whole(IDLE)} idle connections, MB`, fixed(idle / 2 ** 20, 0), ''],
    ];
    const text = `${measuredNow(machine)}\n\nOver the embedded broker at quality 1; a message is acknowledged after the commit. The sender runs on the same machine.\n\n${table(['', 'measured', 'limit'], rows)}`;
    return [{ title: 'Messages', text }];
  } finally {
    operator.close();
    await product.stop();
  }
}

export const mqtt: Section = { name: 'mqtt', measure };
