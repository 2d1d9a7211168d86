import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { MqttClient } from 'mqtt';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connectClient, eventually } from '#test/broker.ts';
import { type ExternalWorks, externalWorks, keptLog, QUICK, senderAt } from '#test/external.ts';
import { MOSQUITTO, type Mosquitto, startMosquitto } from '#test/mosquitto.ts';

const FOUR = { MQTT_SESSIONS: '4' };
const SHARED = '$share/ingest/gateway/+/v1/#';

// Without the Debian package mosquitto there is no external broker to test with: skipped.
describe.skipIf(MOSQUITTO === undefined)('sessions at an external broker', () => {
  let mosquitto: Mosquitto;
  let works: ExternalWorks;
  let sender: MqttClient;
  beforeEach(async () => {
    mosquitto = await startMosquitto();
    works = await externalWorks(mosquitto);
    sender = await senderAt(mosquitto);
  });
  afterEach(async () => {
    vi.useRealTimers();
    sender.end(true);
    await works.close();
    await mosquitto.close();
  });
  const all = (n: number): Promise<void> =>
    eventually(`${n} are stored`, async () => (await works.stored()) === n, 20_000);

  /** A session in which messages wait for a process that has died: its row says so, its beat stands still. */
  async function orphan(clientId: string, owner = randomUUID()): Promise<void> {
    const client = await connectClient(`mqtt://127.0.0.1:${mosquitto.port}`, { clientId, clean: false });
    await client.subscribeAsync(SHARED, { qos: 1 });
    await client.endAsync(true);
    await sql`insert into mqtt_taker (id, name, able, wants, beaten_at)
      values (${owner}, 'dead', true, ${[clientId]}::text[], now() + interval '1 year')
      on conflict (id) do nothing`.execute(works.database.db);
    await sql`insert into mqtt_session (client_id, owner) values (${clientId}, ${owner})`.execute(
      works.database.db,
    );
  }

  it('of a process that died are taken over, with what waits in them, however wrong clocks are', async () => {
    for (let i = 0; i < 4; i++) await orphan(`meterhouse-${i}`);
    await works.send(sender, 0, 400);
    // A day ahead; the times that the dead one wrote lie a year ahead.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 });
    const begun = performance.now();
    const product = await works.process(FOUR);
    await all(400);
    expect(performance.now() - begun).toBeLessThan(QUICK.lost + 4000);
    expect(performance.now() - begun).toBeGreaterThan(QUICK.lost);
    await eventually('it has all', () => product.messaging.external?.sessions.length === 4);
    // Forgotten at the first beat after that.
    await eventually('the dead are forgotten', async () => {
      const { rows } = await sql`select from mqtt_taker where name = 'dead'`.execute(works.database.db);
      return rows.length === 0;
    });
  });

  it('are shared evenly by the processes that live; one that ends hands over at once', async () => {
    const [a, b] = [await works.process(FOUR), await works.process(FOUR)];
    const counts = () => [a, b].map(({ messaging }) => messaging.external?.sessions.length);
    await eventually('each has two', () => String(counts()) === '2,2');
    expect(new Set(await works.owners()).size).toBe(2);
    const sending = works.send(sender, 0, 1000);
    await b.close();
    const begun = performance.now();
    await eventually('the other has all', () => counts()[0] === 4);
    expect(performance.now() - begun).toBeLessThan(QUICK.lost);
    await sending;
    await all(1000);
  });

  it('are left when the database does not confirm them, and come back; none of the messages is lost', async () => {
    const product = await works.process(FOUR);
    const { external } = product.messaging;
    await eventually('it listens', () => external?.figures.connected === 4);
    const owners = await works.owners();
    const sending = works.send(sender, 0, 2000);
    await works.database.db.transaction().execute(async (trx) => {
      await sql`lock table mqtt_taker in access exclusive mode`.execute(trx);
      await eventually('it leaves', () => external?.figures.connected === 0, QUICK.lost);
      await sleep(2 * QUICK.lost);
      expect(external?.figures.connected).toBe(0);
      await works.send(sender, 2000, 50);
    });
    await sending;
    await all(2050);
    expect(await works.owners()).toEqual(owners);
  });

  it('taken from a process that was only slow are left by it at its next beat', async () => {
    const product = await works.process(FOUR);
    const { external } = product.messaging;
    await eventually('it listens', () => external?.figures.connected === 4);
    const other = randomUUID();
    const beating = { on: true };
    const beats = (async () => {
      while (beating.on) {
        await sql`insert into mqtt_taker as t (id, name, able, wants) values (${other}, 'other', true, '{}')
          on conflict (id) do update set beat = t.beat + 1`.execute(works.database.db);
        await sleep(QUICK.beat);
      }
    })();
    await sql`update mqtt_session set owner = ${other}, beat = beat + 1
      where client_id in ('meterhouse-1', 'meterhouse-2')`.execute(works.database.db);
    await eventually('it has left two', () => external?.sessions.length === 2);
    expect(external?.sessions.toSorted()).toEqual(['meterhouse-0', 'meterhouse-3']);
    beating.on = false;
    await beats;
    await eventually('the other died', () => external?.figures.connected === 4);
  });

  it('that no settings name any more are emptied and ended', async () => {
    for (let i = 0; i < 4; i++) await orphan(`meterhouse-${i}`);
    await orphan('meterhouse-oldhost-8080-0');
    await works.send(sender, 0, 500);
    const product = await works.process();
    await all(500);
    await eventually('one is left', async () => (await works.owners()).length === 1, 20_000);
    expect(product.messaging.external?.sessions).toEqual(['meterhouse-0']);
    for (const clientId of ['meterhouse-1', 'meterhouse-oldhost-8080-0']) {
      const client = await connectClient(`mqtt://127.0.0.1:${mosquitto.port}`, { clientId, clean: false });
      // Nothing waits there, and nothing comes.
      const heard: string[] = [];
      client.on('message', (topic) => void heard.push(topic));
      await works.send(sender, clientId.length * 1000, 20);
      await sleep(200);
      expect(heard).toEqual([]);
      await client.endAsync(true);
    }
    await all(540);
  });

  it('go to a process that reaches the broker, from one that does not', async () => {
    const { log, said } = keptLog();
    const deaf = await works.process({ ...FOUR, MQTT_URL: 'mqtt://127.0.0.1:1' }, log);
    await eventually('it tries', () => deaf.messaging.external?.sessions.length === 4);
    const product = await works.process(FOUR);
    await eventually('the other has all', () => product.messaging.external?.figures.connected === 4);
    expect(deaf.messaging.external?.sessions).toEqual([]);
    await works.send(sender, 0, 200);
    await all(200);
    // The same trouble is told once.
    expect(said.filter((line) => line.includes('meterhouse-0: connect'))).toHaveLength(1);
    await product.close();
    await eventually('none is better off', () => deaf.messaging.external?.sessions.length === 4);
  });

  it('that another product takes are told to be so', async () => {
    const { log, said } = keptLog();
    await works.process({}, log);
    const stranger = await externalWorks(mosquitto);
    try {
      await stranger.process();
      await eventually('it is told', () => said.some((line) => line.includes('same MQTT_CLIENT_ID')), 20_000);
    } finally {
      await stranger.close();
    }
  });

  it('one for all keeps its messages while the broker restarts under load, and while it is away', async () => {
    const [a, b] = [await works.process(), await works.process()];
    await eventually('one listens', () =>
      [a, b].some(({ messaging }) => messaging.external?.figures.connected === 1),
    );
    let sent = 0;
    const stop = new AbortController();
    const sending = (async () => {
      while (!stop.signal.aborted) await works.send(sender, (sent += 20) - 20, 20);
    })();
    for (const awayMs of [0, 0, 3000]) {
      await sleep(500);
      await mosquitto.stop();
      await sleep(awayMs);
      await mosquitto.start();
    }
    await sleep(500);
    stop.abort();
    await sending;
    await all(sent);
    expect(sent).toBeGreaterThan(100);
  });
});
