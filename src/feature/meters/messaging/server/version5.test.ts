import { createConnection } from 'node:net';
import { sql } from 'kysely';
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';
import mqttPacket, { type Packet } from 'mqtt-packet';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { MqttRelay } from '../../../../../simulator/device/mqttRelay.ts';
import { addTestGateway, connectClient, eventually, openTestBroker, type TestBroker } from '#test/broker.ts';
import { buildMeters } from '#test/build/meter.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { sendRpc } from './public.ts';

let database: TestDatabase;
let broker: TestBroker;
let works: Awaited<ReturnType<typeof buildMeters>>;
let gateway: { id: number; token: string };
beforeAll(async () => {
  database = await createTestDatabase();
  broker = await openTestBroker(database);
  works = await buildMeters(database.db, { meters: 1 });
});
beforeEach(async () => {
  gateway = await addTestGateway(database.db, works.consumerId, `g${Math.random()}`);
});
afterAll(async () => {
  await broker.close();
  await database.close();
});

const connect = (more: IClientOptions = {}): Promise<MqttClient> =>
  connectClient(`mqtt://127.0.0.1:${broker.mqttPort}`, {
    protocolVersion: 5,
    username: gateway.token,
    ...more,
  });
const t = Date.UTC(2025, 5, 1);

it.each([0, 1, 2] as const)('readings of quality %i are stored before they are acknowledged', async (qos) => {
  const client = await connect({ properties: { receiveMaximum: 10, userProperties: { a: 'b' } } });
  const ts = t + qos;
  await client.publishAsync('v1/gateway/telemetry', JSON.stringify({ M1: [{ ts, values: { PP: 1.5 } }] }), {
    qos,
    properties: {
      userProperties: { made: 'by' },
      contentType: 'application/json',
      messageExpiryInterval: 60,
    },
  });
  await eventually('it is stored', async () => {
    const { rows } = await sql`select from reading where meter_id = ${works.meterIds[0]} and pp = 1.5
      and ts = ${new Date(ts)}`.execute(database.db);
    return rows.length === 1;
  });
  await client.endAsync();
});

it('a gateway that speaks it is told its limits, subscribes, unsubscribes and is answered', async () => {
  const client = mqtt.connect(`mqtt://127.0.0.1:${broker.mqttPort}`, {
    protocolVersion: 5,
    username: gateway.token,
    clientId: '',
    reconnectPeriod: 0,
  });
  const connack = await new Promise<{ properties?: object }>((resolve) => client.once('connect', resolve));
  expect(connack.properties).toMatchObject({
    maximumPacketSize: 2 ** 20,
    sharedSubscriptionAvailable: false,
    assignedClientIdentifier: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  const heard: [string, string][] = [];
  client.on('message', (topic, payload) => heard.push([topic, payload.toString()]));
  const granted = await client
    .subscribeAsync(['v1/devices/me/rpc/response/+', 'v1/gateway/rpc', 'v1/gateway/telemetry'])
    .catch((error: unknown) => error as Error);
  // What is not its own is refused, the rest holds.
  expect(String(granted)).toContain('Not authorized');
  await client.publishAsync('v1/devices/me/rpc/request/1', '{"method":"getTime"}', { qos: 1 });
  await eventually('it is answered', () => heard.length === 1);
  await client.unsubscribeAsync(['v1/devices/me/rpc/response/+', 'v1/gateway/rpc']);
  await client.publishAsync('v1/devices/me/rpc/request/2', '{"method":"getTime"}', { qos: 1 });
  expect(heard.map(([topic]) => topic)).toEqual(['v1/devices/me/rpc/response/1']);
  await client.endAsync();
});

it('a relay that speaks it obeys', async () => {
  const url = `mqtt://127.0.0.1:${broker.mqttPort}`;
  const relay = await MqttRelay.connect({
    url,
    token: gateway.token,
    outputs: { R1: 1 },
    protocolVersion: 5,
  });
  const told = await sendRpc(database.db, {
    gatewayId: gateway.id,
    deviceName: 'R1',
    method: 'setRelay',
    params: { relay: 1, on: true },
    timeoutMs: 5000,
  });
  expect(told).toMatchObject({ state: 'answered', answer: { ok: true } });
  expect(relay.writes).toHaveLength(1);
  await relay.leave();
});

it('a wrong token is refused by the reason of the version', async () => {
  await expect(connect({ username: 'nobody' })).rejects.toThrow(
    /Bad User Name or Password|Connection refused/,
  );
});

/** Sends bytes and waits until the other side closes; answers what came. */
const closing = (chunks: readonly Buffer[]): Promise<Buffer> =>
  new Promise((resolve) => {
    const socket = createConnection(broker.mqttPort, '127.0.0.1');
    const came: Buffer[] = [];
    socket.on('data', (data) => came.push(data));
    socket.on('error', () => {});
    socket.on('close', () => resolve(Buffer.concat(came)));
    for (const chunk of chunks) socket.write(chunk);
  });
const of = (packet: Packet): Buffer => mqttPacket.generate(packet, { protocolVersion: 5 });
const hello = (): Buffer =>
  of({
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: 5,
    clean: true,
    clientId: 'x',
    keepalive: 60,
    username: gateway.token,
  });

it.each([
  [
    'an alias that was not offered',
    () =>
      of({
        cmd: 'publish',
        topic: '',
        payload: 'x',
        qos: 0,
        retain: false,
        dup: false,
        properties: { topicAlias: 1 },
      }),
  ],
  [
    'a further kind of log-in',
    () => of({ cmd: 'auth', reasonCode: 24, properties: { authenticationMethod: 'x' } }),
  ],
  ['a second connect', hello],
  ['bytes that are none', () => Buffer.from([0x30, 4, 0, 9, 65, 66])],
  ['an unknown property', () => Buffer.from([0x30, 8, 0, 1, 65, 3, 0x7f, 1, 2, 3])],
])('%s ends the connection and nothing else', async (_name, bytes) => {
  await closing([hello(), bytes()]);
  const client = await connect();
  await client.publishAsync('v1/gateway/attributes', '{}', { qos: 1 });
  await client.endAsync();
});

it('a first packet that comes byte by byte is read as one', async () => {
  const client = createConnection(broker.mqttPort, '127.0.0.1');
  client.setNoDelay(true);
  const answer = new Promise<Buffer>((resolve) => client.once('data', resolve));
  for (const byte of hello()) {
    client.write(Buffer.from([byte]));
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  // CONNACK with the reason "success".
  expect([...(await answer)].slice(0, 1)).toEqual([0x20]);
  client.destroy();
});
