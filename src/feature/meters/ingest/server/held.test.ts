import Fastify, { type FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS as DAY, QUARTER_MS as QUARTER } from '#domain/time/duration.ts';
import { settle } from '#feature/meters/reading/server/public.ts';
import { silent } from '#server/database/log.ts';
import { addTestGateway, connectClient, eventually, openTestBroker, type TestBroker } from '#test/broker.ts';
import { buildMeters, usageText } from '#test/build/meter.ts';
import { cpuTime } from '#test/cpuTime.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { HELD_LIMITS, HeldStore } from './hold.ts';
import { INGEST_PATH, mountIngest } from './ingestRoute.ts';
import { releaseHeld } from './release.ts';
import { startReleasing } from './startReleasing.ts';

/** Midnight in Shanghai. */
const start = Date.parse('2026-03-02T00:00:00+08:00');

let database: TestDatabase;
let broker: TestBroker;
let app: FastifyInstance;
let works: Awaited<ReturnType<typeof buildMeters>>;
let gateway: { id: number; token: string };
let client: MqttClient;
beforeAll(async () => {
  database = await createTestDatabase();
  broker = await openTestBroker(database);
  app = Fastify();
  mountIngest(app, broker.ingest);
  works = await buildMeters(database.db, { meters: 2 });
  gateway = await addTestGateway(database.db, works.consumerId);
  client = await connectClient(`mqtt://127.0.0.1:${broker.mqttPort}`, { username: gateway.token });
});
afterAll(async () => {
  client.end(true);
  await app.close();
  await broker.close();
  await database.close();
});

const publish = (body: unknown): Promise<unknown> =>
  client.publishAsync('v1/gateway/telemetry', JSON.stringify(body), { qos: 1 });

const postText = async (payload: string, token = gateway.token, language = 'en') =>
  (
    await app.inject({
      method: 'POST',
      url: INGEST_PATH,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'accept-language': language,
      },
      payload,
    })
  ).json();
const post = (body: unknown, token?: string, language?: string) =>
  postText(JSON.stringify(body), token, language);

/** Watches how long this process computes without a pause before anybody else has a turn, ms of its own time. */
function watchTurns(): { end(): number } {
  let [last, longest] = [cpuTime(), 0];
  const timer = setInterval(() => {
    const now = cpuTime();
    [longest, last] = [Math.max(longest, now - last), now];
  }, 1);
  return {
    end() {
      clearInterval(timer);
      return longest;
    },
  };
}

/** Adds a meter as a screen does, behind the back of the doors. */
async function addMeter(code: string, more: { consumerId?: number; siteId?: number } = {}): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into ammeter (ammeter_name, ammeter_code, consumer_id, site_id, device_type, data_type, interval_seconds, state)
    values (${code}, ${code}, ${more.consumerId ?? works.consumerId}, ${more.siteId ?? works.siteId}, '4', '1', 900, '1')
    returning id`.execute(database.db);
  return rows[0]?.id ?? 0;
}

const commission = (id: number, day: string | null) =>
  sql`update ammeter set commissioned = ${day} where id = ${id}`.execute(database.db);

const map = (device: string, key: string | null, meter: number, code: string | null, by: string | null) =>
  sql`insert into gateway_mapping (gateway_id, consumer_id, device_name, data_key, ammeter_id, data_code, multiplier, ignored)
    values (${gateway.id}, ${works.consumerId}, ${device}, ${key}, ${meter}, ${code}, ${by}, false)`.execute(
    database.db,
  );

async function registers(meter: number): Promise<number[]> {
  const { rows } = await sql<{ pp: number }>`
    select pp from reading where meter_id = ${meter} and source = 0 and pp is not null order by ts`.execute(
    database.db,
  );
  return rows.map(({ pp }) => pp);
}

async function energy(meter: number): Promise<string> {
  await settle(database.db, meter);
  const { rows } = await sql<{ kwh: string }>`
    select (coalesce(sum(pp), 0) / 1000000.0)::float8::text as kwh from usage
    where meter_id = ${meter} and level = 1`.execute(database.db);
  return rows[0]?.kwh ?? '';
}

async function heldOf(device: string): Promise<{ reason: string; n: number }[]> {
  const { rows } = await sql<{ reason: string; n: number }>`
    select reason, sum(n)::integer as n from held_reading where device_name = ${device} group by 1 order by 1`.execute(
    database.db,
  );
  return rows;
}

it('a meter that is added while its values stream loses none of them', async () => {
  const releasing = startReleasing(database, silent);
  const sent = 400;
  let id = 0;
  for (let k = 0; k < sent; k++) {
    if (k === 150) id = await addMeter('NEW');
    await publish({ NEW: [{ ts: start + k * QUARTER, values: { PP: 1000 + k * 2.5 } }] });
  }
  await eventually('everything counts', async () => (await registers(id)).length === sent, 20_000);
  await releasing.stop();
  expect(await registers(id)).toEqual(Array.from({ length: sent }, (_, k) => 1000 + k * 2.5));
  expect(await energy(id)).toBe(String((sent - 1) * 2.5));
  expect(await heldOf('NEW')).toEqual([]);
  // What was unknown a moment ago is not asked to be mapped now.
  await broker.ingest.recorder.flush();
  const { rows } = await sql`select from gateway_rejection where device_name = 'NEW'`.execute(database.db);
  expect(rows).toEqual([]);
});

it('a name is looked up before it is unknown: the first value after the meter is there counts at once', async () => {
  await publish({ M1: [{ ts: start, values: { PP: 1 } }] });
  const id = await addMeter('AT-ONCE');
  expect(await post({ 'AT-ONCE': [{ ts: start, values: { PP: 7 } }] })).toMatchObject({
    code: 200,
    message: 'ok',
    data: { accepted: 1, waiting: 0, rejectedCount: 0 },
  });
  expect(await registers(id)).toEqual([7]);
});

describe('values of an unknown name', () => {
  it('are no success, wait, and count as the mapping says', async () => {
    const body = {
      cabinet: [0, 1, 2].map((k) => ({ ts: start + k * QUARTER, values: { Wh: 1000 * k, kW: 4 } })),
    };
    const reply = await post(body);
    expect(reply).toMatchObject({
      code: 202,
      data: { accepted: 0, waiting: 6, quarantined: 0, rejectedCount: 6 },
    });
    expect(reply.message).toContain('“cabinet”');
    expect(reply.message).toContain('30 days');
    expect((await post(body, gateway.token, 'zh')).message).toContain('没有任何数值计入');
    // Delivered twice, kept once.
    expect(await heldOf('cabinet')).toEqual([{ reason: 'unknownMeter', n: 6 }]);

    const meter = await addMeter('board');
    await map('cabinet', 'Wh', meter, 'PP', '0.001');
    await releaseHeld(database.db);
    expect(await registers(meter)).toEqual([0, 1, 2]);
    expect(await energy(meter)).toBe('2');
    expect(await heldOf('cabinet')).toEqual([{ reason: 'unknownMeter', n: 3 }]);
    const { rows } = await sql<{ received: Date }>`
      select distinct received_at as received from held_reading where device_name = 'cabinet'`.execute(
      database.db,
    );
    await map('cabinet', 'kW', meter, 'PZ', null);
    await releaseHeld(database.db);
    expect(await heldOf('cabinet')).toEqual([]);
    expect(rows[0]?.received.getTime()).toBeLessThan(Date.now());
    const { rows: power } = await sql<{ n: number }>`
      select count(*)::integer as n from reading where meter_id = ${meter} and pz = 4`.execute(database.db);
    expect(power).toEqual([{ n: 3 }]);
  });

  it('whose keys no database holds wait with the others, and hold up nobody', async () => {
    await sql`insert into event_config (event_name, event_identifier, consumer_id, alarm_level, enable)
      values ('Door', 'door', ${works.consumerId}, '1', '1')`.execute(database.db);
    await post({ ODD: [{ ts: start, values: { PP: 1, 'a\0b': 2, '\ud83d': 3 } }] });
    await post({ 'ODD-TOO': [{ ts: start, values: { PP: 5 } }] });
    const odd = await addMeter('ODD');
    const other = await addMeter('ODD-TOO');
    await releaseHeld(database.db);
    expect(await registers(other)).toEqual([5]);
    expect(await registers(odd)).toEqual([1]);
    expect(await heldOf('ODD')).toEqual([{ reason: 'unknownKey', n: 2 }]);
  });

  it('that can be kept in no way are told so', async () => {
    expect(await post({ M1: [{ ts: 'yesterday', values: { PP: 1 } }] })).toMatchObject({
      code: 422,
      data: { accepted: 0, waiting: 0, quarantined: 0, rejectedCount: 1 },
    });
    expect(await post({})).toMatchObject({ code: 200, message: 'It holds no values' });
  });

  it('with a wall clock are read in the zone of the meter that they turn out to be of', async () => {
    await post({ WALL: [{ ts: '2026-03-02 08:00:00', values: { PP: 1 } }] });
    const { rows: site } = await sql<{ id: number }>`
      insert into monitor_site (org_name, org_code, consumer_id, time_zone, state)
      values ('far', 'far', ${works.consumerId}, 'Europe/Berlin', '1') returning id`.execute(database.db);
    const id = await addMeter('WALL', { siteId: site[0]?.id ?? 0 });
    await releaseHeld(database.db);
    const { rows } = await sql<{ ts: Date }>`select ts from reading where meter_id = ${id}`.execute(
      database.db,
    );
    expect(rows.map(({ ts }) => ts.toISOString())).toEqual(['2026-03-02T07:00:00.000Z']);
  });

  it('are dropped beyond the bounds, the oldest first, and counted', async () => {
    const own = await addTestGateway(database.db, works.consumerId, 'bounded');
    const other = await addTestGateway(database.db, works.consumerId, 'quiet');
    const store = new HeldStore(database.db, { ...HELD_LIMITS, rows: 100, allRows: 130 });
    const rows = (from: number, n: number) =>
      Array.from({ length: n }, (_, i) => ({
        device: `X${from + i}`,
        meter: null,
        ts: start,
        stamp: null,
        values: { PP: 1, PZ: 2 },
        n: 2,
        reason: 'unknownMeter' as const,
      }));
    const keep = (of: { id: number }, from: number, n: number) =>
      store.keep({ id: of.id, consumerId: works.consumerId }, rows(from, n), Date.now());
    const kept = async (of: { id: number }) =>
      (
        await sql<{
          device: string;
        }>`select device_name as device from held_reading where gateway_id = ${of.id}
          order by id`.execute(database.db)
      ).rows.map(({ device }) => device);
    await post({ seen: { ts: start, values: { PP: 1 } } }, own.token);
    await broker.ingest.recorder.flush();
    await keep(own, 0, 150);
    expect(await kept(own)).toEqual(rows(50, 100).map(({ device }) => device));
    const { rows: state } = await sql<{ dropped: string }>`
      select dropped from gateway_state where gateway_id = ${own.id}`.execute(database.db);
    // Fifty rows and the one of before, of two values and of one.
    expect(state).toEqual([{ dropped: '101' }]);
    await keep(other, 0, 60);
    await store.trimAll();
    expect((await kept(own)).length + (await kept(other)).length).toBeLessThanOrEqual(130);
    expect((await kept(other)).length).toBe(60);
    await sql`update held_reading set received_at = now() - interval '31 days' where gateway_id = ${other.id}`.execute(
      database.db,
    );
    await store.trimAll();
    expect(await kept(other)).toEqual([]);
    expect((await kept(own)).length).toBeGreaterThan(0);
    await sql`delete from held_reading where gateway_id = ${own.id}`.execute(database.db);
  });

  it.runIf(process.env['TEST_ALL'])(
    'in a flood of 100,000 names hold nobody up',
    async () => {
      const flood = await addTestGateway(database.db, works.consumerId, 'flood');
      const body = JSON.stringify(
        Object.fromEntries(
          Array.from({ length: 100_000 }, (_, k) => [`F${k}`, { ts: start, values: { PP: k } }]),
        ),
      );
      const turn = watchTurns();
      // Three at once: a gateway that floods waits for itself.
      const [answered, ...more] = Array.from({ length: 3 }, () => postText(body, flood.token));
      let over = false;
      void Promise.all([answered, ...more]).finally(() => (over = true));
      const took: number[] = [];
      for (let k = 0; !over || k < 20; k++) {
        const began = performance.now();
        await publish({ M2: [{ ts: start + k * 1000, values: { PP: k } }] });
        took.push(performance.now() - began);
      }
      const reply = await answered;
      expect(reply).toMatchObject({
        code: 202,
        data: { accepted: 0, waiting: 100_000, rejectedCount: 100_000 },
      });
      expect(await registers(works.meterIds[1] ?? 0)).toEqual(took.map((_, k) => k));
      took.sort((a, b) => a - b);
      const [middle, longest] = [took[Math.floor(took.length / 2)] ?? 0, took.at(-1) ?? 0];
      // In time of this process alone: three such bodies that come in the same moment are parsed before anybody's turn.
      expect(turn.end()).toBeLessThan(2000);
      // By the clock, of a machine that may be busy.
      expect(longest).toBeLessThan(20_000);
      expect(middle).toBeLessThan(2000);
      await sql`delete from held_reading where gateway_id = ${flood.id}`.execute(database.db);
    },
    60_000,
  );
});

describe('what cannot have stood on the meter then', () => {
  it('is quarantined: before the commissioning, below zero, ahead of the clock, of a clock that was never set', async () => {
    const id = await addMeter('Q');
    await commission(id, '2026-03-02');
    const far = Date.now() + 40 * DAY;
    const reply = await post({
      Q: [
        { ts: start - QUARTER, values: { PP: 5 } },
        { ts: start, values: { PP: 10, PZ: -3 } },
        { ts: start + QUARTER, values: { PP: -12, PZ: 1 } },
        { ts: far, values: { PP: 99 } },
        { ts: 86_400_000, values: { PP: 1 } },
      ],
    });
    expect(reply).toMatchObject({
      code: 200,
      data: { accepted: 3, waiting: 0, quarantined: 4, rejectedCount: 4 },
    });
    expect(reply.message).toContain('negative register');
    expect(await registers(id)).toEqual([10]);
    expect(await heldOf('Q')).toEqual([
      { reason: 'beforeCommissioned', n: 1 },
      { reason: 'clockAhead', n: 1 },
      { reason: 'clockUnset', n: 1 },
      { reason: 'negative', n: 1 },
    ]);
  });

  it('is quarantined where nobody entered a commissioning: a clock that fell back to its first day', async () => {
    await addMeter('OLD');
    const first = [Date.UTC(2000, 0, 1), Date.UTC(2001, 0, 1, 0, 15), start];
    const reply = await post({ OLD: first.map((ts, k) => ({ ts, values: { PP: 1000 + k } })) });
    expect(reply).toMatchObject({ code: 200, data: { accepted: 1, quarantined: 2 } });
    expect(await heldOf('OLD')).toEqual([{ reason: 'clockUnset', n: 2 }]);
  });

  it('counts by itself once the commissioning is corrected', async () => {
    const id = await addMeter('C');
    await commission(id, '2026-03-04');
    await post({
      C: Array.from({ length: 4 * 96 + 1 }, (_, k) => ({ ts: start + k * QUARTER, values: { PP: k } })),
    });
    expect(await energy(id)).toBe('192');
    const releasing = startReleasing(database, silent);
    await commission(id, '2026-03-03');
    await eventually('a day more', async () => (await energy(id)) === '288', 10_000);
    expect(await heldOf('C')).toEqual([{ reason: 'beforeCommissioned', n: 96 }]);
    await commission(id, null);
    await eventually('all of it', async () => (await energy(id)) === '384', 10_000);
    await releasing.stop();
    expect(await heldOf('C')).toEqual([]);
  });

  it('keeps true readings while the clock of the server is years behind', async () => {
    const id = await addMeter('RTC');
    const { takeTelemetry } = await import('./ingest.ts');
    const known = await broker.ingest.gateways.byId(gateway.id);
    if (!known) throw new Error('the gateway is not there');
    const body = { RTC: [{ ts: start, values: { PP: 5 } }] };
    const taken = await takeTelemetry(broker.ingest, known, body, 'mqtt', Date.UTC(1970, 0, 1, 0, 5));
    expect(taken).toMatchObject({ accepted: 0, quarantined: 1 });
    expect(await heldOf('RTC')).toEqual([{ reason: 'clockAhead', n: 1 }]);
    expect(await registers(id)).toEqual([]);
  });
});

it('tells the same whatever the order of mapping and delivery', async () => {
  let seed = 20_260_302;
  const random = (): number => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
  for (let round = 0; round < 6; round++) {
    const values = Array.from({ length: 120 }, (_, k) => ({
      ts: k % 7 === 3 ? new Date(start + k * QUARTER).toISOString() : start + k * QUARTER,
      values: { Wh: k % 31 === 30 ? -5 : 1000 * (100 + k * 3), amps: k, noise: k },
    }));
    const shuffled = values.toSorted(() => random() - 0.5);
    const deliveries = Array.from({ length: 12 }, (_, i) => shuffled.slice(i * 10, i * 10 + 10));
    const [first, other] = [`first ${round}`, `other ${round}`];
    const [a, b] = [await addMeter(`${first} m`), await addMeter(`${other} m`)];
    for (const id of [a, b]) await commission(id, '2026-03-03');
    const mapping = (device: string, id: number) => [
      () => map(device, 'Wh', id, 'PP', '0.001'),
      () => map(device, 'amps', id, 'IA', null),
    ];
    const deliver = (device: string) => deliveries.map((part) => () => publish({ [device]: part }));
    for (const step of [...mapping(first, a), ...deliver(first)]) await step();

    const steps = deliver(other);
    for (const one of mapping(other, b))
      steps.splice(Math.floor(random() * (steps.length + 1)), 0, one as never);
    for (const step of steps) {
      await step();
      if (random() < 0.2) await releaseHeld(database.db);
    }
    await releaseHeld(database.db);
    for (const id of [a, b]) await settle(database.db, id);
    expect((await usageText(database.db, a)).length).toBeGreaterThan(20);
    expect(await usageText(database.db, b)).toEqual(await usageText(database.db, a));
    expect(await heldOf(other)).toEqual(await heldOf(first));
  }
}, 120_000);
