import { sql } from 'kysely';
import mqttPacket, { type Packet } from 'mqtt-packet';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addTestGateway, eventually, openTestBroker, RawClient, type TestBroker } from '#test/broker.ts';
import { buildMeters } from '#test/build/meter.ts';
import { type TestDatabase, createTestDatabase } from '#test/database.ts';
import { entry, hostileMessages } from '#test/hostileMessage.ts';

let database: TestDatabase;
let broker: TestBroker;
let works: Awaited<ReturnType<typeof buildMeters>>;
let gateway: { id: number; token: string };
let good: RawClient;
let sent = 0;
beforeAll(async () => {
  database = await createTestDatabase();
  broker = await openTestBroker(database, {
    limits: {
      connectMs: 1500,
      slowPacketMs: 700,
      perToken: 20,
      perAddress: 1200,
      connections: 1200,
      subscriptions: 50,
    },
  });
  works = await buildMeters(database.db, { meters: 2 });
  await buildMeters(database.db, { name: 'stranger', meters: 3 });
  gateway = await addTestGateway(database.db, works.consumerId);
  good = new RawClient(broker.mqttPort);
  await good.login(gateway.token);
});
afterAll(async () => {
  good.socket.destroy();
  await broker.close();
  await database.close();
});

const t = Date.UTC(2025, 5, 1);
const telemetry = (body: unknown, topic = 'v1/gateway/telemetry') =>
  ({
    cmd: 'publish',
    topic,
    qos: 1,
    messageId: 7,
    dup: false,
    retain: false,
    payload: body instanceof Buffer || typeof body === 'string' ? body : JSON.stringify(body),
  }) as const;
const subscribe = (topic: string): Packet => ({
  cmd: 'subscribe',
  messageId: 9,
  subscriptions: [{ topic, qos: 1 }],
});
it.each(hostileMessages)(
  'a message with %s: rejected value by value, acknowledged, the rest stored',
  async (_name, body, rejected, reason) => {
    const client = new RawClient(broker.mqttPort);
    expect(await client.login(gateway.token)).toBe(0);
    const before = await counts();
    client.send(telemetry(body));
    expect(await client.next('puback')).toMatchObject({ messageId: 7 });
    await broker.ingest.recorder.flush();
    const after = await counts();
    expect(after.rejected - before.rejected).toBe(rejected);
    if (reason) expect((after.reasons[reason] ?? 0) - (before.reasons[reason] ?? 0)).toBe(rejected);
    client.socket.destroy();
    await goodIsServed();
  },
);

it('what the database refuses for what it holds is acknowledged and told, and what waits behind it comes through', async () => {
  await sql`create function refuse_poison() returns trigger language plpgsql as $$ begin
    if new.pp = 666 then raise exception 'poison' using errcode = '22000'; end if; return new; end $$`.execute(
    database.db,
  );
  await sql`create trigger refuse_poison before insert on reading for each row execute function refuse_poison()`.execute(
    database.db,
  );
  const client = new RawClient(broker.mqttPort);
  await client.login(gateway.token);
  const at = t + 9_000_000;
  client.send({ ...telemetry(entry({ PP: 665 }, at)), messageId: 1 });
  client.send({ ...telemetry(entry({ PP: 666 }, at + 1000)), messageId: 2 });
  client.send({ ...telemetry(entry({ PP: 667 }, at + 2000)), messageId: 3 });
  for (const messageId of [1, 2, 3]) expect(await client.next('puback')).toMatchObject({ messageId });
  await broker.ingest.recorder.flush();
  expect((await counts()).reasons).toMatchObject({ notStorable: 1 });
  const { rows } = await sql<{ pp: number }>`select pp from reading where meter_id = ${works.meterIds[0]}
    and ts >= ${new Date(at)} order by ts`.execute(database.db);
  expect(rows.map(({ pp }) => pp)).toEqual([665, 667]);
  await sql`drop function refuse_poison cascade`.execute(database.db);
  client.socket.destroy();
});

it('a client whose name holds what no text may hold loses nobody’s records', async () => {
  const before = await counts();
  const client = new RawClient(broker.mqttPort);
  expect(await client.login(gateway.token, { clientId: 'a\0b' })).toBe(0);
  client.send(telemetry('no JSON'));
  await client.next('puback');
  await broker.ingest.recorder.flush();
  expect((await counts()).rejected - before.rejected).toBe(1);
  client.socket.destroy();
});

async function counts() {
  const state = await sql<{ rejected: number }>`select rejected::integer as rejected from gateway_state
    where gateway_id = ${gateway.id}`.execute(database.db);
  const { rows } = await sql<{
    reason: string;
    n: number;
  }>`select reason, sum(n)::integer as n from gateway_rejection
    where gateway_id = ${gateway.id} group by 1`.execute(database.db);
  return {
    rejected: state.rows[0]?.rejected ?? 0,
    reasons: Object.fromEntries(rows.map(({ reason, n }) => [reason, n])) as Record<string, number>,
  };
}

/** The rest is untouched: another client is served as ever. */
async function goodIsServed(): Promise<void> {
  const ts = t + 1_000_000 + sent++ * 1000;
  good.send({ ...telemetry({ M2: [{ ts, values: { PP: sent } }] }), messageId: 1 + (sent % 60_000) });
  expect(await good.next('puback')).toMatchObject({ messageId: 1 + (sent % 60_000) });
  const { rows } = await sql<{ pp: number }>`select pp from reading where meter_id = ${works.meterIds[1]}
    and ts = ${new Date(ts)}`.execute(database.db);
  expect(rows).toEqual([{ pp: sent }]);
}

async function refusedLogin(client: RawClient, user: string, more: object = {}): Promise<void> {
  expect(await client.login(user, more)).toBe(4);
}

const refused = (): Record<string, number> => ({ ...broker.messaging.broker?.figures.refused });

/** What a connection does that is closed, and the reason under which it is counted; null = a broken packet. */
const connections: [name: string, act: (client: RawClient) => Promise<void> | void, reason: string | null][] =
  [
    ['an unknown token', (c) => refusedLogin(c, 'nobody'), 'badToken'],
    ['no token', (c) => refusedLogin(c, ''), 'badToken'],
    [
      'a token with a password of browsers',
      (c) => refusedLogin(c, 'meterhouse-browser', { password: Buffer.from('x') }),
      'badToken',
    ],
    [
      'a token a megabyte long',
      (c) =>
        c.send(
          mqttPacket.generate({
            cmd: 'connect',
            protocolId: 'MQTT',
            protocolVersion: 4,
            clean: true,
            clientId: 'c',
            username: 'x'.repeat(60_000),
            keepalive: 1,
          }),
        ),
      'tooLarge',
    ],
    ['a publish before the log-in', (c) => c.send(telemetry({})), null],
    ['a page of HTTP', (c) => c.send(Buffer.from('GET / HTTP/1.1\r\nHost: x\r\n\r\n')), null],
    ['noise', (c) => c.send(Buffer.alloc(4000, 0xff)), null],
    [
      'an unknown protocol',
      (c) => c.send(Buffer.from([0x10, 13, 0, 4, 77, 81, 84, 84, 6, 2, 0, 60, 0, 1, 120])),
      null,
    ],
    ['silence', () => {}, null],
    [
      'half a log-in',
      (c) =>
        c.send(
          mqttPacket
            .generate({
              cmd: 'connect',
              protocolId: 'MQTT',
              protocolVersion: 4,
              clean: true,
              clientId: 'c',
              keepalive: 1,
            })
            .subarray(0, 6),
        ),
      'slow',
    ],
    [
      'a packet of 2 MB',
      async (c) => {
        await c.login(gateway.token);
        c.send(telemetry(Buffer.alloc(2_000_000, 32)));
      },
      'tooLarge',
    ],
    [
      'the head of a packet of 256 MB',
      async (c) => {
        await c.login(gateway.token);
        c.send(Buffer.from([0x32, 0xff, 0xff, 0xff, 0x7f]));
      },
      'tooLarge',
    ],
    [
      'a length without an end',
      async (c) => {
        await c.login(gateway.token);
        c.send(Buffer.from([0x32, 0x80, 0x80, 0x80, 0x80, 0x80]));
      },
      'malformed',
    ],
    [
      'half a packet',
      async (c) => {
        await c.login(gateway.token);
        c.send(mqttPacket.generate(telemetry(entry({ PP: 1 }))).subarray(0, 20));
      },
      'slow',
    ],
    [
      'a topic of its own',
      async (c) => {
        await c.login(gateway.token);
        c.send(telemetry({}, 'plant/line1'));
      },
      'badTopic',
    ],
    [
      'a topic of $SYS',
      async (c) => {
        await c.login(gateway.token);
        c.send(telemetry({}, '$SYS/broker/version'));
      },
      'badTopic',
    ],
    [
      'a topic of live values',
      async (c) => {
        await c.login(gateway.token);
        c.send(telemetry({}, `live/${works.consumerId}/1`));
      },
      'badTopic',
    ],
    [
      'a private topic of another',
      async (c) => {
        await c.login(gateway.token);
        c.send(telemetry({}, 'gateway/1/v1/gateway/rpc'));
      },
      'badTopic',
    ],
    [
      'a topic with a wildcard',
      async (c) => {
        await c.login(gateway.token);
        c.send(Buffer.concat([Buffer.from([0x30, 5, 0, 3]), Buffer.from('a/#')]));
      },
      null,
    ],
    [
      'a topic a hundred levels deep',
      async (c) => {
        await c.login(gateway.token);
        c.send(telemetry({}, 'a/'.repeat(100)));
      },
      null,
    ],
    [
      'an empty topic',
      async (c) => {
        await c.login(gateway.token);
        c.send(Buffer.from([0x30, 2, 0, 0]));
      },
      null,
    ],
    [
      'a second log-in',
      async (c) => {
        await c.login(gateway.token);
        c.send({
          cmd: 'connect',
          protocolId: 'MQTT',
          protocolVersion: 4,
          clean: true,
          clientId: 'b',
          keepalive: 1,
        });
      },
      null,
    ],
    [
      'a keep-alive that is not kept',
      async (c) => {
        await c.login(gateway.token, { keepalive: 1 });
      },
      null,
    ],
  ];

it.each(connections)('a connection with %s: closed and counted', async (_name, act, reason) => {
  const before = refused();
  const client = new RawClient(broker.mqttPort);
  await act(client);
  await client.closing();
  if (reason) await eventually(reason, () => (refused()[reason] ?? 0) > (before[reason] ?? 0));
  await goodIsServed();
});

const filters = [
  '#',
  '+',
  '+/+',
  '$SYS/#',
  'v1/#',
  'v1/gateway/+',
  'v1/gateway/telemetry',
  '$share/ingest/v1/#',
  'live/+/+',
  'gateway/+/v1/gateway/rpc',
  'gateway/1/#',
  'folded/1',
];

it.each(filters)('a subscription to %s is refused', async (topic) => {
  const client = new RawClient(broker.mqttPort);
  await client.login(gateway.token);
  client.send(subscribe(topic));
  expect(await client.next('suback')).toMatchObject({ granted: [128] });
  broker.messaging.broker?.publish('live/1/1', '{}');
  broker.messaging.broker?.publish('gateway/999/v1/gateway/rpc', '{}');
  await goodIsServed();
  expect(client.packets).toEqual([]);
  client.socket.destroy();
});

it('retained and will messages are dropped: nobody hears them, then or later', async () => {
  const topic = 'v1/gateway/attributes';
  const listener = new RawClient(broker.mqttPort);
  await listener.login(gateway.token);
  listener.send(subscribe(topic));
  await listener.next('suback');
  const client = new RawClient(broker.mqttPort);
  await client.login(gateway.token, { will: { topic, payload: Buffer.from('dead'), qos: 1, retain: true } });
  client.send({ ...telemetry({ a: 1 }, topic), retain: true });
  await client.next('puback');
  client.socket.destroy();
  await goodIsServed();
  const late = new RawClient(broker.mqttPort);
  await late.login(gateway.token);
  late.send(subscribe(topic));
  await late.next('suback');
  await goodIsServed();
  expect([...listener.packets, ...late.packets]).toEqual([]);
  listener.socket.destroy();
  late.socket.destroy();
});

it('a session that was to be kept is not: the client is told so', async () => {
  for (let round = 0; round < 2; round++) {
    const client = new RawClient(broker.mqttPort);
    expect(await client.login(gateway.token, { clean: false, clientId: 'kept' })).toBe(0);
    client.socket.destroy();
  }
});

it('a client that sends and never reads its answers is bounded and harms nobody', async () => {
  const own = await addTestGateway(database.db, works.consumerId, 'deaf');
  const client = new RawClient(broker.mqttPort);
  await client.login(own.token);
  client.socket.pause();
  const flood = Buffer.concat(
    Array.from({ length: 2000 }, () => mqttPacket.generate(telemetry(entry({ PP: 1 })))),
  );
  for (let i = 0; i < 5; i++) client.send(flood);
  await eventually(
    'it came',
    () => (broker.messaging.broker?.inFlight.messages ?? 0) > 0 || broker.ingest.figures.mqtt.messages > 5000,
  );
  expect(broker.messaging.broker?.inFlight.bytes ?? 0).toBeLessThan(64 * 1024 * 1024);
  await goodIsServed();
  client.socket.destroy();
  await eventually('nothing is under way', () => broker.messaging.broker?.inFlight.messages === 0, 30_000);
});
