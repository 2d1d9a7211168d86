import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import type { MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { revokeTokens } from '#feature/meters/ingest/server/public.ts';
import {
  addTestGateway,
  connectClient,
  eventually,
  openTestBroker,
  RawClient,
  type TestBroker,
} from '#test/broker.ts';
import { buildMeters } from '#test/build/meter.ts';
import { type TestDatabase, createTestDatabase } from '#test/database.ts';

const PUBLISHER = '/usr/bin/mosquitto_pub';

let database: TestDatabase;
let broker: TestBroker;
let works: Awaited<ReturnType<typeof buildMeters>>;
let gateway: { id: number; token: string };
const clients: MqttClient[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  broker = await openTestBroker(database);
  works = await buildMeters(database.db, { meters: 3 });
  gateway = await addTestGateway(database.db, works.consumerId, 'M3');
});
afterAll(async () => {
  for (const client of clients) client.end(true);
  await broker.close();
  await database.close();
});

async function connect(token: string, ws = false): Promise<MqttClient> {
  const address = ws ? `ws://127.0.0.1:${broker.wsPort}/mqtt` : `mqtt://127.0.0.1:${broker.mqttPort}`;
  const client = await connectClient(address, { username: token });
  clients.push(client);
  return client;
}

const read = async (meter: number, ts: number): Promise<number | null | undefined> => {
  const { rows } = await sql<{ pp: number | null }>`select pp from reading
    where meter_id = ${works.meterIds[meter]} and ts = ${new Date(ts)}`.execute(database.db);
  return rows[0]?.pp;
};
const newest = async (meter: number): Promise<number | null | undefined> => {
  const { rows } = await sql<{ pp: number | null }>`select pp from reading
    where meter_id = ${works.meterIds[meter]} order by ts desc limit 1`.execute(database.db);
  return rows[0]?.pp;
};

const t = Date.UTC(2025, 5, 1);

describe('every body form is stored before its acknowledgement', () => {
  const forms: [string, string, unknown, () => Promise<unknown>, unknown][] = [
    ['gateway', 'v1/gateway/telemetry', { M1: [{ ts: t, values: { PP: 1.5 } }] }, () => read(0, t), 1.5],
    [
      'gateway, entry without list',
      'v1/gateway/telemetry',
      { M1: { ts: t + 1, values: { PP: 2 } } },
      () => read(0, t + 1),
      2,
    ],
    ['gateway, without stamp', 'v1/gateway/telemetry', { M2: [{ PP: 3 }] }, () => newest(1), 3],
    ['own device, values', 'v1/devices/me/telemetry', { PP: 4 }, () => newest(2), 4],
    [
      'own device, stamped',
      'v1/devices/me/telemetry',
      { ts: t + 5, values: { PP: 5 } },
      () => read(2, t + 5),
      5,
    ],
    [
      'own device, list',
      'v1/devices/me/telemetry',
      [
        { ts: t + 6, values: { PP: 6 } },
        { ts: t + 7, values: { PP: 7 } },
      ],
      () => read(2, t + 7),
      7,
    ],
    [
      'text values',
      'v1/devices/me/telemetry',
      { ts: t + 8, values: { PP: '8.25' } },
      () => read(2, t + 8),
      8.25,
    ],
  ];
  it.each(forms)('%s', async (_name, topic, body, stored, expected) => {
    const client = await connect(gateway.token);
    await client.publishAsync(topic, JSON.stringify(body), { qos: 1 });
    expect(await stored()).toBe(expected);
  });

  it.skipIf(!existsSync(PUBLISHER))(
    'as mosquitto_pub sends it, at every quality, also over WebSocket clients',
    async () => {
      for (const qos of [0, 1, 2] as const) {
        const ts = t + 1000 + qos;
        const body = JSON.stringify({ M1: [{ ts, values: { PP: qos } }] });
        const port = String(broker.mqttPort);
        await promisify(execFile)(
          PUBLISHER,
          `-h 127.0.0.1 -p ${port} -u ${gateway.token} -q ${qos} -t v1/gateway/telemetry -m ${body}`.split(
            ' ',
          ),
        );
        await eventually('the value is there', async () => (await read(0, ts)) === qos);
        const client = await connect(gateway.token, true);
        await client.publishAsync('v1/devices/me/telemetry', JSON.stringify({ ts, values: { PP: qos } }), {
          qos,
        });
        await eventually('the value is there', async () => (await read(2, ts)) === qos);
      }
    },
  );

  it('accepts the rest of the API and hands out nothing on it', async () => {
    const client = await connect(gateway.token);
    const heard: string[] = [];
    client.on('message', (topic) => heard.push(topic));
    const granted = await client.subscribeAsync([
      'v1/gateway/rpc',
      'v1/devices/me/rpc/request/+',
      'v1/devices/me/attributes',
    ]);
    expect(granted.map(({ qos }) => qos)).not.toContain(128);
    for (const topic of [
      'v1/gateway/connect',
      'v1/gateway/disconnect',
      'v1/gateway/attributes',
      'v1/devices/me/attributes',
      'v1/gateway/rpc',
    ])
      await client.publishAsync(topic, '{"device":"M1"}', { qos: 1 });
    expect(heard).toEqual([]);
    broker.messaging.broker?.publish(
      `gateway/${gateway.id}/v1/gateway/rpc`,
      '{"device":"M1","data":{"id":1}}',
    );
    await eventually('the command came', () => heard.includes('v1/gateway/rpc'));
    await client.unsubscribeAsync('v1/gateway/rpc');
  });
});

describe('acknowledgements', () => {
  it('leave in the order of the messages, however they finish', async () => {
    const client = new RawClient(broker.mqttPort);
    expect(await client.login(gateway.token)).toBe(0);
    const n = 300;
    for (let i = 1; i <= n; i++) {
      // Some have nothing to store and are ready at once.
      const [topic, payload] =
        i % 3 === 0
          ? ['v1/gateway/connect', '{}']
          : ['v1/gateway/telemetry', JSON.stringify({ M1: [{ ts: t + 60_000 * i, values: { PP: i } }] })];
      client.send({ cmd: 'publish', topic, payload, qos: 1, messageId: i, dup: false, retain: false });
    }
    for (let i = 1; i <= n; i++) expect(await client.next('puback')).toMatchObject({ messageId: i });
    client.socket.destroy();
    const { rows } =
      await sql`select from reading where meter_id = ${works.meterIds[0]} and ts > ${new Date(t + 30_000)}
      and ts <= ${new Date(t + 60_000 * n)} and date_trunc('minute', ts) = ts`.execute(database.db);
    expect(rows).toHaveLength((n / 3) * 2);
  });

  it('never come for what was not stored; the connection is closed, and a repeat succeeds', async () => {
    const client = new RawClient(broker.mqttPort);
    await client.login(gateway.token);
    // Stands for a database that fails in the middle: the real one refuses the commit.
    await sql`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`.execute(
      database.db,
    );
    await sql`create constraint trigger refuse after insert on dirty deferrable initially deferred for each row execute function refuse()`.execute(
      database.db,
    );
    const message = (id: number) =>
      ({
        cmd: 'publish',
        topic: 'v1/gateway/telemetry',
        qos: 1,
        messageId: id,
        dup: false,
        retain: false,
        payload: JSON.stringify({ M2: [{ ts: t + id, values: { PP: id } }] }),
      }) as const;
    client.send(message(1));
    client.send(message(2));
    await client.closing();
    expect(client.packets).toEqual([]);
    expect(await read(1, t + 1)).toBeUndefined();
    await sql`drop trigger refuse on dirty`.execute(database.db);
    const again = new RawClient(broker.mqttPort);
    await again.login(gateway.token);
    again.send(message(1));
    expect(await again.next('puback')).toMatchObject({ messageId: 1 });
    expect(await read(1, t + 1)).toBe(1);
    again.socket.destroy();
  });
});

describe('a token', () => {
  it('that is revoked is cut at once, and refused', async () => {
    const own = await addTestGateway(database.db, works.consumerId, 'revoked');
    const client = await connect(own.token);
    const closed = new Promise<void>((resolve) => client.once('close', () => resolve()));
    await revokeTokens(database.db, own.id);
    await closed;
    await expect(connect(own.token)).rejects.toThrow();
  });

  it('of a gateway that is switched off is cut at once', async () => {
    const own = await addTestGateway(database.db, works.consumerId, 'off');
    const client = await connect(own.token);
    const closed = new Promise<void>((resolve) => client.once('close', () => resolve()));
    await sql`update gateway set state = '0' where id = ${own.id}`.execute(database.db);
    await closed;
  });

  it('of one enterprise reads and writes nothing of another', async () => {
    const other = await buildMeters(database.db, { name: 'campus', meters: 1 });
    await sql`update ammeter set ammeter_code = 'C1' where id = ${other.meterIds[0]}`.execute(database.db);
    const campus = await addTestGateway(database.db, other.consumerId, 'campus');
    const client = await connect(campus.token);
    const heard = vi.fn<(topic: string) => void>();
    client.on('message', heard);
    await client.subscribeAsync(['v1/gateway/rpc', 'v1/gateway/attributes', 'v1/devices/me/rpc/request/+']);
    const ts = t + 99_000_000;
    await client.publishAsync(
      'v1/gateway/telemetry',
      JSON.stringify({ M1: [{ ts, values: { PP: 1 } }], C1: [{ ts, values: { PP: 2 } }] }),
      { qos: 1 },
    );
    expect(await read(0, ts)).toBeUndefined();
    await broker.ingest.recorder.flush();
    const { rows } =
      await sql`select device_name as device, reason from gateway_rejection where gateway_id = ${campus.id}`.execute(
        database.db,
      );
    expect(rows).toEqual([{ device: 'M1', reason: 'unknownMeter' }]);

    // A client id of the other's is another name here: nobody is thrown out.
    const mine = await connectClient(`mqtt://127.0.0.1:${broker.mqttPort}`, {
      username: gateway.token,
      clientId: 'same',
    });
    clients.push(mine);
    const theirs = await connectClient(`mqtt://127.0.0.1:${broker.mqttPort}`, {
      username: campus.token,
      clientId: 'same',
    });
    clients.push(theirs);
    broker.messaging.broker?.publish(`gateway/${gateway.id}/v1/gateway/rpc`, '{"a":1}');
    broker.messaging.broker?.publish(`live/${works.consumerId}/1`, '{"a":1}');
    await mine.publishAsync('v1/gateway/rpc', '{"a":2}', { qos: 1 });
    expect(mine.connected && theirs.connected).toBe(true);
    expect(heard).not.toHaveBeenCalled();
  });
});

it('tells when a gateway was connected, and from where', async () => {
  const own = await addTestGateway(database.db, works.consumerId, 'seen');
  const client = await connect(own.token);
  await broker.ingest.recorder.flush();
  const state = async () =>
    (
      await sql`select address, protocol, connected_at is not null as connected, disconnected_at is null as open
      from gateway_state where gateway_id = ${own.id}`.execute(database.db)
    ).rows[0];
  expect(await state()).toEqual({ address: '127.0.0.1', protocol: 'mqtt', connected: true, open: true });
  await client.endAsync();
  await eventually('it is closed', async () => {
    await broker.ingest.recorder.flush();
    return ((await state()) as { open: boolean }).open === false;
  });
});
