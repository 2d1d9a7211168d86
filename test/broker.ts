import { createConnection } from 'node:net';
import type { Duplex } from 'node:stream';
import { sql } from 'kysely';
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';
import mqttPacket, { type Packet } from 'mqtt-packet';
import { createWebSocketStream, WebSocket } from 'ws';
import { type Ingest, issueToken, openIngest } from '#feature/meters/ingest/server/public.ts';
import {
  type Messaging,
  type MessagingOptions,
  startMessaging,
} from '#feature/meters/messaging/server/public.ts';
import { readConfig } from '#server/config.ts';
import type { Db } from '#server/database/db.ts';
import { silent } from '#server/database/log.ts';
import type { TestDatabase } from './database.ts';

/** The doors of a process on free ports. */
export interface TestBroker {
  readonly ingest: Ingest;
  readonly messaging: Messaging;
  readonly mqttPort: number;
  readonly wsPort: number;
  close(): Promise<void>;
}

/** Opens the broker of a test; `env` adds settings. */
export async function openTestBroker(
  database: Pick<TestDatabase, 'db' | 'pool'>,
  {
    env = {},
    limits,
    leaseTimes,
    log = silent,
  }: {
    env?: Readonly<Record<string, string>>;
    limits?: MessagingOptions['limits'];
    leaseTimes?: MessagingOptions['leaseTimes'];
    log?: MessagingOptions['log'];
  } = {},
): Promise<TestBroker> {
  const config = readConfig({ PORT: '0', MQTT_PORT: '0', MQTT_WS_PORT: '0', DEMO: 'off', ...env });
  const ingest = openIngest({ system: database.db, log: silent });
  const messaging = await startMessaging({
    system: database.db,
    pool: database.pool,
    config,
    ingest,
    log,
    ...(limits ? { limits } : {}),
    ...(leaseTimes ? { leaseTimes } : {}),
  });
  return {
    ingest,
    messaging,
    mqttPort: messaging.doors?.mqttPort ?? 0,
    wsPort: messaging.doors?.wsPort ?? 0,
    async close() {
      await messaging.stop();
      await ingest.close();
    },
  };
}

/** A gateway of an enterprise with its token. */
export async function addTestGateway(
  db: Db,
  consumerId: number,
  name = 'g',
): Promise<{ id: number; token: string }> {
  const { rows } = await sql<{ id: number }>`
    insert into gateway (gateway_name, consumer_id, state) values (${name}, ${consumerId}, '1') returning id`.execute(
    db,
  );
  const id = rows[0]?.id ?? 0;
  return { id, token: await issueToken(db, id) };
}

/** Connects with mqtt.js; rejects when it is refused. It does not connect again. */
export async function connectClient(address: string, options: IClientOptions): Promise<MqttClient> {
  const client = mqtt.connect(address, { reconnectPeriod: 0, connectTimeout: 10_000, ...options });
  await new Promise<void>((resolve, reject) => {
    client.once('connect', () => resolve());
    client.once('error', reject);
    client.once('close', () => reject(new Error('closed')));
  });
  client.on('error', () => {});
  return client;
}

/** How a connection speaks: the version of MQTT, and whether in frames of a WebSocket. */
export interface Speech {
  readonly version: 4 | 5;
  readonly ws: boolean;
}

/** A connection that may say anything: packets or bytes. */
export class RawClient {
  readonly socket: Duplex;
  /** Beneath the socket, where it speaks in frames. */
  readonly frames: WebSocket | undefined;
  readonly packets: Packet[] = [];
  closed = false;
  readonly #version: Speech['version'];
  #wake: () => void = () => {};

  constructor(port: number, { version, ws }: Speech = { version: 4, ws: false }) {
    this.#version = version;
    this.frames = ws ? new WebSocket(`ws://127.0.0.1:${port}/mqtt`, 'mqtt') : undefined;
    this.socket = this.frames ? createWebSocketStream(this.frames) : createConnection(port, '127.0.0.1');
    const parser = mqttPacket.parser({ protocolVersion: version });
    parser.on('packet', (packet: Packet) => {
      this.packets.push(packet);
      this.#wake();
    });
    parser.on('error', () => {});
    this.socket.on('data', (data: Buffer) => parser.parse(data));
    this.socket.on('error', () => {});
    const over = (): void => {
      this.closed = true;
      this.#wake();
    };
    this.socket.on('close', over);
    this.frames
      ?.on('error', () => {})
      .on('close', over)
      .on('open', () => this.#wake());
  }

  /** Resolves when it may send, or is over. */
  async opening(): Promise<void> {
    while (this.frames?.readyState === WebSocket.CONNECTING && !this.closed)
      await new Promise<void>((resolve) => (this.#wake = resolve));
  }

  send(packet: Packet | Buffer): void {
    const bytes = Buffer.isBuffer(packet)
      ? packet
      : mqttPacket.generate(packet, { protocolVersion: this.#version });
    this.socket.write(bytes);
  }

  /** Logs in and waits for the answer. @returns its code */
  async login(username: string, more: object = {}): Promise<number | undefined> {
    this.send({
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: this.#version,
      clean: true,
      clientId: `raw${Math.random()}`,
      username,
      keepalive: 60,
      ...more,
    });
    const packet = await this.next('connack');
    if (packet?.cmd !== 'connack') return undefined;
    return this.#version === 5 ? packet.reasonCode : packet.returnCode;
  }

  /** The next packet of a kind; undefined when the connection closes before. */
  async next(cmd: string): Promise<Packet | undefined> {
    for (;;) {
      const at = this.packets.findIndex((packet) => packet.cmd === cmd);
      if (at >= 0) return this.packets.splice(at, 1)[0];
      if (this.closed) return undefined;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  /** Waits until the other side has closed. */
  async closing(): Promise<void> {
    while (!this.closed) await new Promise<void>((resolve) => (this.#wake = resolve));
  }
}

/** Tries until it is true, at most `ms`. @throws Error with the words */
export async function eventually(
  words: string,
  test: () => boolean | Promise<boolean>,
  ms = 15_000,
): Promise<void> {
  const end = Date.now() + ms;
  while (!(await test())) {
    if (Date.now() > end) throw new Error(`It did not come true: ${words}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
