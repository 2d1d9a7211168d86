import { sql } from 'kysely';
import type { MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LiveState } from '#feature/meters/messaging/contract.ts';
import { signalTopic } from '#feature/meters/messaging/contract.ts';
import { addTestGateway, connectClient, eventually, openTestBroker, type TestBroker } from '#test/broker.ts';
import { buildMeters } from '#test/build/meter.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import type { Gateway } from './gateway.ts';
import { takeTelemetry } from './ingest.ts';
import { releaseHeld } from './release.ts';

let database: TestDatabase;
let broker: TestBroker;
let works: Awaited<ReturnType<typeof buildMeters>>;
let gateway: Awaited<ReturnType<typeof addTestGateway>>;
let client: MqttClient;
const points: Record<string, number> = {};
const told: { topic: string; state: LiveState }[] = [];

async function addPoint(
  code: string,
  more: { meter?: number; key?: string; inverted?: boolean; used?: boolean },
) {
  const { rows } = await sql<{ id: number }>`
    insert into signal_point (point_name, point_code, consumer_id, site_id, ammeter_id, signal_key, kind, states_zh,
      states_en, inverted, expected_seconds, state)
    values (${code}, ${code}, ${works.consumerId}, ${works.siteId}, ${more.meter ?? null}, ${more.key ?? null}, '1',
      '0=分闸,1=合闸', '0=Open,1=Closed', ${more.inverted ?? false}, 60, ${more.used === false ? '0' : '1'})
    returning id`.execute(database.db);
  points[code] = rows[0]?.id ?? 0;
}

beforeAll(async () => {
  database = await createTestDatabase();
  broker = await openTestBroker(database);
  works = await buildMeters(database.db);
  gateway = await addTestGateway(database.db, works.consumerId);
  const meter = works.meterIds[0] ?? 0;
  await addPoint('own', { meter, key: 'DI1' });
  await addPoint('broken', { meter, key: 'DI2', inverted: true });
  await addPoint('idle', { meter, key: 'DI3', used: false });
  await addPoint('mapped', {});
  await sql`insert into gateway_mapping (gateway_id, consumer_id, device_name, data_key, signal_point_id, ignored)
    values (${gateway.id}, ${works.consumerId}, 'RTU 1', 'Q1.pos', ${points['mapped']}, false)`.execute(
    database.db,
  );
  broker.ingest.liveStates = ((next) => (news: Parameters<typeof next>[0]) => {
    for (const { consumerId, ...state } of news)
      told.push({ topic: signalTopic(consumerId, state.pointId), state });
    next(news);
  })(broker.ingest.liveStates);
  client = await connectClient(`mqtt://127.0.0.1:${broker.mqttPort}`, { username: gateway.token });
});
afterAll(async () => {
  client.end(true);
  await broker.close();
  await database.close();
});

const changesOf = async (code: string): Promise<(number | null)[]> =>
  (
    await sql<{
      value: number | null;
    }>`select value from signal where point_id = ${points[code]} order by ts`.execute(database.db)
  ).rows.map(({ value }) => value);

const publish = (body: object) =>
  client.publishAsync('v1/gateway/telemetry', JSON.stringify(body), { qos: 1 });

async function known(): Promise<Gateway> {
  broker.ingest.gateways.forget();
  const found = await broker.ingest.gateways.byId(gateway.id);
  if (!found) throw new Error('the gateway is not there');
  return found;
}

const now = Date.now();
const iso = (ago: number): string => new Date(now - ago).toISOString();

describe('a gateway', () => {
  it('tells positions over MQTT in words, numbers and booleans; they are there when it is acknowledged', async () => {
    await publish({
      M1: [
        { ts: iso(5000), values: { PP: 12, DI1: true, di2: 1, DI3: 1 } },
        { ts: now - 4000, values: { DI1: 'closed', DI2: '分闸' } },
        { ts: now - 3000, values: { DI1: '0' } },
      ],
      'RTU 1': [{ ts: iso(2000), values: { 'Q1.pos': 'ON' } }],
    });
    expect(await changesOf('own')).toEqual([1, 0]);
    // A break contact that is closed stands for an open breaker; a word says the position itself.
    expect(await changesOf('broken')).toEqual([0]);
    expect(await changesOf('mapped')).toEqual([1]);
    expect(await changesOf('idle')).toEqual([]);
    const { rows } = await sql`select from reading where meter_id = ${works.meterIds[0]}`.execute(
      database.db,
    );
    expect(rows).toHaveLength(1);
    await eventually('it is told', () => told.length >= 3);
    expect(told).toContainEqual({
      topic: `signal/${works.consumerId}/${points['own']}`,
      state: { pointId: points['own'], since: now - 3000, value: 0, quality: 0, heardAt: now - 3000 },
    });
  });

  it('is told what is no state and what is stamped wrongly, and nothing of it is kept', async () => {
    const taken = await takeTelemetry(
      broker.ingest,
      await known(),
      {
        M1: [
          { ts: now, values: { DI1: 'tripped?' } },
          { ts: now, values: { DI2: 2 } },
          { ts: now + 3_600_000, values: { DI1: 1 } },
          { ts: 'yesterday', values: { DI1: 1 } },
        ],
      },
      'http',
      now,
    );
    expect(taken?.rejected.map(({ key, reason }) => [key, reason])).toEqual([
      ['DI1', 'notAState'],
      ['DI2', 'notAState'],
      ['DI1', 'stateStamp'],
      ['DI1', 'badTime'],
    ]);
    expect(await changesOf('own')).toEqual([1, 0]);
  });

  it('says how many were new and how many known, and that it does not know is a state that is unknown', async () => {
    const body = { M1: [{ ts: now + 1, values: { DI1: null, DI2: null } }] };
    const first = await takeTelemetry(broker.ingest, await known(), body, 'http', now);
    expect(first).toMatchObject({ accepted: 2, duplicate: 0, rejectedCount: 0 });
    const again = await takeTelemetry(broker.ingest, await known(), body, 'http', now);
    expect(again).toMatchObject({ accepted: 0, duplicate: 2 });
    expect(await changesOf('own')).toEqual([1, 0, null]);
  });

  it('loses nothing of a key that becomes a point later', async () => {
    await publish({
      M1: [
        { ts: now - 60_000, values: { DI9: 0 } },
        { ts: now - 30_000, values: { DI9: 1 } },
      ],
    });
    await addPoint('late', { meter: works.meterIds[0] ?? 0, key: 'di9' });
    expect(await releaseHeld(database.db)).toBe(2);
    expect(await changesOf('late')).toEqual([0, 1]);
  });
});
