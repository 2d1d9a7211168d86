import { connect } from 'node:net';
import mqttPacket from 'mqtt-packet';
import { MINUTE_MS } from '#domain/time/duration.ts';

/*
 * Sends telemetry at quality 1 as fast as it is acknowledged, from a process of its own:
 *   node bench/mqttLoad.ts '{"port":1883,"token":"…","connections":4,"messages":100,"meters":200,"window":8,"start":…}'
 * and prints one line: messages, seconds, milliseconds from a message to its acknowledgement.
 */
interface Load {
  readonly port: number;
  readonly token: string;
  readonly connections: number;
  /** Of each connection. */
  readonly messages: number;
  /** Of a message; connection c has the meters from c × meters on, as far as there are any. */
  readonly meters: number;
  readonly metersInAll: number;
  readonly codes: readonly string[];
  /** Messages that wait for their acknowledgement at a time, on each connection. */
  readonly window: number;
  /** First stamp of each connection, ms; messages are a minute apart. */
  readonly starts: readonly number[];
}

const load = JSON.parse(process.argv[2] ?? '{}') as Load;

function payload(connection: number, k: number): string {
  const body: Record<string, unknown> = {};
  for (let m = 0; m < load.meters; m++) {
    const meter = (connection * load.meters + m) % load.metersInAll;
    const values: Record<string, number> = {};
    load.codes.forEach((code, c) => (values[code] = ((meter * 7 + k * 13 + c * 101) % 100_000) / 100));
    body[`M${meter + 1}`] = [{ ts: (load.starts[connection] ?? 0) + k * MINUTE_MS, values }];
  }
  return JSON.stringify(body);
}

// Written beforehand: what is measured is the product.
const packets = Array.from({ length: load.connections }, (_, connection) =>
  Array.from({ length: load.messages }, (_, k) =>
    mqttPacket.generate({
      cmd: 'publish',
      topic: 'v1/gateway/telemetry',
      qos: 1,
      messageId: 1 + (k % 65_000),
      payload: payload(connection, k),
      dup: false,
      retain: false,
    }),
  ),
);

const took: number[] = [];

function run(list: readonly Buffer[], connection: number, ready: () => Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(load.port, '127.0.0.1').setNoDelay(true);
    const parser = mqttPacket.parser();
    const at: number[] = [];
    let sent = 0;
    let acked = 0;
    const pump = (): void => {
      socket.cork();
      while (sent < list.length && sent - acked < load.window) {
        at[sent] = performance.now();
        socket.write(list[sent++] as Buffer);
      }
      socket.uncork();
    };
    parser.on('packet', (packet: { cmd: string; returnCode?: number }) => {
      if (packet.cmd === 'connack') {
        if (packet.returnCode !== 0) return reject(new Error(`refused: ${packet.returnCode}`));
        return void ready().then(pump);
      }
      took.push(performance.now() - (at[acked++] ?? 0));
      if (acked < list.length) return pump();
      socket.end();
      return resolve();
    });
    socket.on('data', (data) => parser.parse(data));
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('the connection was closed')));
    socket.write(
      mqttPacket.generate({
        cmd: 'connect',
        protocolId: 'MQTT',
        protocolVersion: 4,
        clean: true,
        clientId: `load${connection}`,
        username: load.token,
        keepalive: 600,
      }),
    );
  });
}

let begun = 0;
let waiting = load.connections;
let go: () => void = () => {};
const all = new Promise<void>((resolve) => (go = resolve));
const ready = (): Promise<void> => {
  if (--waiting === 0) {
    begun = performance.now();
    go();
  }
  return all;
};
await Promise.all(packets.map((list, connection) => run(list, connection, ready)));
const seconds = (performance.now() - begun) / 1000;
took.sort((a, b) => a - b);
const share = (part: number): number => took[Math.floor(part * (took.length - 1))] ?? NaN;
console.log(JSON.stringify({ messages: took.length, seconds, p50: share(0.5), p95: share(0.95) }));
