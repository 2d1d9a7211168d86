import { createConnection } from 'node:net';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '#server/config.ts';
import { addTestGateway, connectClient, eventually, openTestBroker, type TestBroker } from '#test/broker.ts';
import { buildMeters } from '#test/build/meter.ts';
import { makeCertificate } from '#test/certificate.ts';
import { type TestDatabase, createTestDatabase } from '#test/database.ts';

const folder = mkdtempSync(join(tmpdir(), 'meterhouse-tls-'));
const [cert, key, other] = ['cert.pem', 'key.pem', 'other.pem'].map((name) => join(folder, name)) as [
  string,
  string,
  string,
];

/** Whether certificates could be made; without openssl the tests are skipped. */
const made = makeCertificate(join(folder, 'unused.pem'), other) && makeCertificate(cert, key);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(!made)('with a certificate', () => {
  let database: TestDatabase;
  let broker: TestBroker;
  beforeAll(async () => {
    database = await createTestDatabase();
    broker = await openTestBroker(database, {
      env: { MQTT_TLS_CERT: cert, MQTT_TLS_KEY: key, MQTT_TLS_PORT: '0' },
    });
  });
  afterAll(async () => {
    await broker.close();
    await database.close();
  });

  it('gateways connect over TLS and WebSocket over TLS, and still without', async () => {
    const { consumerId } = await buildMeters(database.db);
    const { token } = await addTestGateway(database.db, consumerId);
    const doors = broker.messaging.doors;
    for (const address of [
      `mqtts://127.0.0.1:${doors?.tlsPort}`,
      `wss://127.0.0.1:${doors?.wsPort}/mqtt`,
      `mqtt://127.0.0.1:${doors?.mqttPort}`,
    ]) {
      const client = await connectClient(address, { username: token, rejectUnauthorized: false });
      await client.publishAsync('v1/gateway/telemetry', '{"M1":[{"PP":1}]}', { qos: 1 });
      await client.endAsync();
    }
    expect(broker.ingest.figures.mqtt.values).toBe(3);
  });

  it('a setting that does not fit is refused at the start, by name', () => {
    writeFileSync(join(folder, 'text'), 'no PEM');
    const refused = (env: Record<string, string>): string => {
      try {
        readConfig(env);
      } catch (error) {
        if (error instanceof ConfigError) return error.message;
      }
      return '';
    };
    expect(refused({ MQTT_TLS_CERT: cert })).toMatch(/^MQTT_TLS_CERT is set without MQTT_TLS_KEY/);
    expect(refused({ MQTT_TLS_KEY: key })).toMatch(/^MQTT_TLS_KEY is set without MQTT_TLS_CERT/);
    expect(refused({ MQTT_TLS_CERT: '/no/such', MQTT_TLS_KEY: key })).toMatch(
      /^MQTT_TLS_CERT must be an existing file/,
    );
    expect(refused({ MQTT_TLS_CERT: join(folder, 'text'), MQTT_TLS_KEY: key })).toMatch(
      /^MQTT_TLS_CERT must be a certificate/,
    );
    expect(refused({ MQTT_TLS_CERT: cert, MQTT_TLS_KEY: join(folder, 'text') })).toMatch(
      /^MQTT_TLS_KEY must be a private key/,
    );
    expect(refused({ MQTT_TLS_CERT: cert, MQTT_TLS_KEY: other })).toMatch(/^MQTT_TLS_KEY is not the key/);
    expect(refused({ MQTT_TLS_CERT: cert, MQTT_TLS_KEY: key, MQTT_TLS_PORT: '1883' })).toMatch(/both 1883/);
  });

  it('connections that begin no handshake are bounded as they come, and take no place for longer than they last', async () => {
    const few = await openTestBroker(database, {
      env: { MQTT_TLS_CERT: cert, MQTT_TLS_KEY: key, MQTT_TLS_PORT: '0' },
      limits: { perAddress: 3, waitingPerAddress: 3 },
    });
    const port = few.messaging.doors?.tlsPort ?? 0;
    let closed = 0;
    const silent = Array.from({ length: 10 }, () =>
      createConnection(port, '127.0.0.1')
        .on('error', () => {})
        .on('close', () => closed++),
    );
    await eventually('those beyond are closed', () => closed === 7);
    expect(few.messaging.broker?.figures.refused['tooManyConnections']).toBe(7);
    for (const socket of silent) socket.destroy();
    const { consumerId } = await buildMeters(database.db, { name: 'few' });
    const { token } = await addTestGateway(database.db, consumerId, 'few');
    const connect = () =>
      connectClient(`mqtts://127.0.0.1:${port}`, { username: token, rejectUnauthorized: false });
    for (let i = 0; i < 5; i++) {
      const clients: Awaited<ReturnType<typeof connect>>[] = [];
      const come = () =>
        connect().then(
          (client) => clients.push(client) > 0,
          () => false,
        );
      await eventually('there is a place', come);
      for (const client of clients) await client.endAsync();
    }
    await few.close();
  });

  it('a port that is in use is told by the setting', async () => {
    const port = String(broker.messaging.doors?.mqttPort);
    await expect(openTestBroker(database, { env: { MQTT_PORT: port } })).rejects.toThrow(`MQTT_PORT ${port}`);
  });
});
