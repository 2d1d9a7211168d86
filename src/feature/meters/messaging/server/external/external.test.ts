import { sql } from 'kysely';
import type { MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addTestGateway, connectClient, eventually, openTestBroker, type TestBroker } from '#test/broker.ts';
import { buildMeters } from '#test/build/meter.ts';
import { type TestDatabase, createTestDatabase } from '#test/database.ts';
import { MOSQUITTO, type Mosquitto, startMosquitto } from '#test/mosquitto.ts';

// Without the Debian package mosquitto there is no external broker to test with: skipped.
describe.skipIf(MOSQUITTO === undefined)('an external broker, its messages shared by four sessions', () => {
  let database: TestDatabase;
  let mosquitto: Mosquitto;
  let product: TestBroker;
  let works: Awaited<ReturnType<typeof buildMeters>>;
  let gateway: { id: number; token: string };
  let sender: MqttClient;
  const start = () =>
    openTestBroker(database, {
      env: { MQTT_URL: `mqtt://127.0.0.1:${mosquitto.port}`, MQTT_SESSIONS: '4' },
    });
  beforeAll(async () => {
    [database, mosquitto] = await Promise.all([createTestDatabase(), startMosquitto()]);
    works = await buildMeters(database.db, { meters: 2 });
    gateway = await addTestGateway(database.db, works.consumerId, 'M2');
    product = await start();
    await eventually('it listens', () => product.messaging.external?.figures.connected === 4);
    sender = await connectClient(`mqtt://127.0.0.1:${mosquitto.port}`, { username: 'anyone' });
  });
  afterAll(async () => {
    sender.end(true);
    await product.close();
    await mosquitto.close();
    await database.close();
  });

  const t = Date.UTC(2025, 5, 1);
  const stored = async (): Promise<number> => {
    const { rows } = await sql<{ n: number }>`select count(*)::integer as n from reading
      where meter_id = ${works.meterIds[0]}`.execute(database.db);
    return rows[0]?.n ?? 0;
  };
  const send = (from: number, n: number, token = gateway.token): Promise<unknown> =>
    Promise.all(
      Array.from({ length: n }, (_, i) =>
        sender.publishAsync(
          `gateway/${token}/v1/gateway/telemetry`,
          JSON.stringify({ M1: [{ ts: t + (from + i) * 1000, values: { PP: from + i } }] }),
          { qos: 1 },
        ),
      ),
    );

  it('delivers by the token in its topics; gateways log in there, not here', async () => {
    await send(0, 200);
    await sender.publishAsync(`gateway/${gateway.token}/v1/devices/me/telemetry`, '{"PP":7}', { qos: 1 });
    await eventually('all is stored', async () => (await stored()) === 200);
    await send(1000, 3, 'nobody');
    await sender.publishAsync(`gateway/${gateway.token}/v1/other`, '{}', { qos: 1 });
    await eventually('the stranger was counted', () => {
      const { badToken, badTopic } = product.messaging.external?.figures.refused ?? {};
      return badToken === 3 && badTopic === 1;
    });
    expect(await stored()).toBe(200);
    expect(product.mqttPort).toBe(0);
    await expect(
      connectClient(`ws://127.0.0.1:${product.wsPort}/mqtt`, { username: gateway.token }),
    ).rejects.toThrow();
  });

  it('keeps what the product did not store: while it is away, and while the database refuses', async () => {
    await product.close();
    await send(2000, 100);
    product = await start();
    await eventually('what came meanwhile is stored', async () => (await stored()) === 300, 30_000);

    await sql`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`.execute(
      database.db,
    );
    await sql`create trigger refuse before insert on dirty execute function refuse()`.execute(database.db);
    await send(3000, 50);
    await eventually('it was tried', () => product.ingest.store.figures.failures > 0);
    expect(await stored()).toBe(300);
    await sql`drop trigger refuse on dirty`.execute(database.db);
    await eventually('it was delivered again', async () => (await stored()) === 350, 30_000);
    // A message delivered again whose answer got lost would block its session, which holds twenty at a time.
    await send(4000, 400);
    await eventually('every session goes on', async () => (await stored()) === 750, 30_000);
    await eventually('nothing is left', () => product.messaging.external?.figures.unanswered === 0);
  });

  it('a message that poisons is told and acknowledged there: it does not come again, and what is behind it is stored', async () => {
    const taken = await stored();
    const topic = `gateway/${gateway.token}/v1/gateway/telemetry`;
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    for (let i = 0; i < 8; i++)
      await sender.publishAsync(topic, `{"M1":[{"ts":${t + i},"values":{"PP":${deep}}}]}`, { qos: 1 });
    await send(9000, 40);
    await eventually('what is behind it is stored', async () => (await stored()) === taken + 40);
    await eventually('nothing is left', () => product.messaging.external?.figures.unanswered === 0);
    const told = async (): Promise<number> => {
      await product.ingest.recorder.flush();
      const { rows } = await sql<{
        n: number;
      }>`select coalesce(sum(n), 0)::integer as n from gateway_rejection
        where gateway_id = ${gateway.id} and reason = 'tooDeep'`.execute(database.db);
      return rows[0]?.n ?? 0;
    };
    expect(await told()).toBe(8);
    // A broker hands out again what was not acknowledged when its session comes back.
    await product.close();
    product = await start();
    await eventually('it listens again', () => product.messaging.external?.figures.connected === 4);
    await send(9100, 4);
    await eventually('it goes on', async () => (await stored()) === taken + 44);
    expect(await told()).toBe(8);
  });
});
