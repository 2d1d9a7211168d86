import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addTestGateway, eventually, openTestBroker, RawClient, type TestBroker } from '#test/broker.ts';
import { buildMeters } from '#test/build/meter.ts';
import { type TestDatabase, createTestDatabase } from '#test/database.ts';

let database: TestDatabase;
let broker: TestBroker;
let works: Awaited<ReturnType<typeof buildMeters>>;
let gateway: { id: number; token: string };
let good: RawClient;
let sent = 0;
beforeAll(async () => {
  database = await createTestDatabase();
  const limits = { perToken: 20, perAddress: 1200, connections: 1200, subscriptions: 50 };
  broker = await openTestBroker(database, { limits });
  works = await buildMeters(database.db, { meters: 2 });
  gateway = await addTestGateway(database.db, works.consumerId);
  good = new RawClient(broker.mqttPort);
  await good.login(gateway.token);
});
afterAll(async () => {
  good.socket.destroy();
  await broker.close();
  await database.close();
});

const T = Date.UTC(2025, 5, 1);

/** A gateway that behaves is answered, and what it sent is stored. */
async function goodIsServed(): Promise<void> {
  const n = ++sent;
  const ts = T + n * 1000;
  const payload = JSON.stringify({ M2: [{ ts, values: { PP: n } }] });
  good.send({ cmd: 'publish', topic: 'v1/gateway/telemetry', qos: 1, messageId: n, dup: false, retain: false, payload }); // prettier-ignore
  expect(await good.next('puback')).toMatchObject({ messageId: n });
  const { rows } = await sql<{ pp: number }>`select pp from reading where meter_id = ${works.meterIds[1]}
    and ts = ${new Date(ts)}`.execute(database.db);
  expect(rows).toEqual([{ pp: n }]);
}

const refused = (): Record<string, number> => ({ ...broker.messaging.broker?.figures.refused });

it('a token has a bounded number of connections, and what it subscribes to is bounded', async () => {
  const own = await addTestGateway(database.db, works.consumerId, 'many');
  const all: RawClient[] = [];
  const answers: (number | undefined)[] = [];
  for (let i = 0; i < 22; i++) {
    const client = new RawClient(broker.mqttPort);
    answers.push(await client.login(own.token));
    all.push(client);
  }
  expect(answers.filter((code) => code === 0)).toHaveLength(20);
  expect(answers.slice(20)).toEqual([3, 3]);
  const [one] = all;
  one?.send({
    cmd: 'subscribe',
    messageId: 2,
    subscriptions: Array.from({ length: 60 }, (_, i) => ({
      topic: `v1/devices/me/rpc/request/${i}`,
      qos: 0 as const,
    })),
  });
  const answer = await one?.next('suback');
  const granted = answer && 'granted' in answer ? (answer.granted as number[]) : [];
  expect(granted.filter((code) => code === 128)).toHaveLength(10);
  for (const client of all) client.socket.destroy();
});

it('a thousand connections: those in bounds stay, the others are closed, the rest is served', async () => {
  const before = refused()['tooManyConnections'] ?? 0;
  const all = Array.from({ length: 1300 }, () => new RawClient(broker.mqttPort));
  await eventually('too many are closed', () => (refused()['tooManyConnections'] ?? 0) - before >= 90);
  await goodIsServed();
  for (const client of all) client.socket.destroy();
  await eventually('they are gone', () => broker.messaging.broker?.figures.connections.waiting === 0);
});

it('an address that comes with wrong tokens waits, and a gateway with a right one is let in from there at once', async () => {
  const fresh = await addTestGateway(database.db, works.consumerId, 'never heard before');
  const guess = async (i: number): Promise<number | undefined> => {
    const client = new RawClient(broker.mqttPort);
    const code = await client.login(`guess${i}`);
    client.socket.destroy();
    return code;
  };
  const codes: (number | undefined)[] = [];
  for (let i = 0; i < 60; i++) codes.push(await guess(i));
  expect(codes.at(-1)).toBe(3);
  expect(codes.filter((code) => code === 4).length).toBeLessThan(25);
  expect(refused()['tooMany']).toBeGreaterThan(30);
  for (const { token } of [fresh, gateway]) {
    const client = new RawClient(broker.mqttPort);
    expect(await client.login(token)).toBe(0);
    client.socket.destroy();
  }
  await goodIsServed();
});
