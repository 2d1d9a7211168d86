import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addTestGateway, openTestBroker, type TestBroker } from '#test/broker.ts';
import { buildMeters } from '#test/build/meter.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { LIVE_STEP_MS, LiveGateway } from '../../../../../simulator/demonstration/live.ts';
import { type Sender, mqttSender } from '../../../../../simulator/demonstration/sender.ts';
import { steady } from '../../../../../simulator/plant/load.ts';
import { FaultBoard } from '../../../../../simulator/plant/liveFault.ts';
import { Plant } from '../../../../../simulator/plant/plant.ts';

let database: TestDatabase;
let broker: TestBroker;
let works: Awaited<ReturnType<typeof buildMeters>>;
let token: string;
const board = new FaultBoard();
const senders: Sender[] = [];
const START = Math.floor(Date.now() / LIVE_STEP_MS) * LIVE_STEP_MS - 3_600_000;
const codes = ['M1', 'M2'];
const plant = new Plant(
  {
    code: 'p',
    name: 'p',
    nameEn: 'p',
    address: '',
    industryId: '',
    areaCode: '',
    sites: [],
    units: [],
    meters: codes.map((code) => ({
      code,
      name: code,
      nameEn: code,
      site: 's',
      dataType: '1' as const,
      load: steady(100),
      volts: 400,
      cosPhi: 0.9,
    })),
  },
  1,
  START - 86_400_000,
);
let gateway: LiveGateway;

beforeAll(async () => {
  database = await createTestDatabase();
  broker = await openTestBroker(database);
  works = await buildMeters(database.db, { meters: 2 });
  ({ token } = await addTestGateway(database.db, works.consumerId, 'works'));
  const present = (): Sender => {
    const sender = mqttSender(`mqtt://127.0.0.1:${broker.mqttPort}`, token, 'simulated');
    senders.push(sender);
    return sender;
  };
  const ways = { bulk: { send: () => Promise.reject(new Error('not now')), close: async () => {} }, present };
  gateway = new LiveGateway(
    plant,
    { id: 1, name: 'p/s', plant: 'p', meters: codes, token },
    ways,
    board,
    START,
  );
});
afterAll(async () => {
  for (const sender of senders) await sender.close();
  await broker.close();
  await database.close();
});

/** What stands in the database of a meter, by step since the start. */
const stored = async (meter: number): Promise<Map<number, number>> => {
  const { rows } = await sql<{ ts: Date; pp: number }>`
    select ts, pp from reading where meter_id = ${works.meterIds[meter]} order by ts`.execute(database.db);
  return new Map(rows.map((row) => [(row.ts.getTime() - START) / LIVE_STEP_MS, row.pp]));
};
const at = (step: number): number => START + step * LIVE_STEP_MS;
const truth = (code: string, step: number): number => plant.reading(code, at(step), true)['PP'] ?? 0;

it('every step is stored when it is confirmed, and what was missed comes with the next', async () => {
  await gateway.send(at(1));
  await gateway.send(at(4) + 500);
  expect(await stored(0)).toEqual(new Map([1, 2, 3, 4].map((step) => [step, truth('M1', step)])));
  expect(gateway.until).toBe(at(4));
});

it('survives a restart of the broker: nothing is lost, nothing comes twice', async () => {
  const port = String(broker.mqttPort);
  await broker.close();
  await expect(gateway.send(at(5))).rejects.toThrow();
  expect(gateway.until).toBe(at(4));
  broker = await openTestBroker(database, { env: { MQTT_PORT: port } });
  for (let i = 0; gateway.until < at(6) && i < 20; i++) await gateway.send(at(6)).catch(() => {});
  expect([...(await stored(0)).keys()]).toEqual([1, 2, 3, 4, 5, 6]);
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from correction`.execute(
    database.db,
  );
  expect(rows[0]?.n).toBe(0);
});

it('faults do what they say: a gap of one meter, a clock ahead, late, twice, no power', async () => {
  board.switchOn('gap', 'M1', at(6));
  await gateway.send(at(7));
  board.clear();
  await gateway.send(at(8));
  expect([...(await stored(0)).keys()]).toEqual([1, 2, 3, 4, 5, 6, 8]);
  expect((await stored(1)).has(7)).toBe(true);

  board.switchOn('drift', 'p/s', at(8), 5);
  await gateway.send(at(9));
  board.clear();
  expect((await stored(0)).get(9 + 1 / 3)).toBe(truth('M1', 9));

  board.switchOn('late', 'p/s', at(9), 30);
  await gateway.send(at(10));
  await gateway.send(at(11));
  expect((await stored(0)).has(10)).toBe(false);
  await gateway.send(at(12));
  expect((await stored(0)).has(10)).toBe(true);
  board.clear();
  await gateway.send(at(13));
  expect((await stored(0)).has(12)).toBe(true);

  board.switchOn('duplicates', 'p/s', at(13));
  const before = broker.ingest.figures.mqtt.messages;
  await gateway.send(at(14));
  expect(broker.ingest.figures.mqtt.messages).toBe(before + 2);
  board.clear();

  board.switchOn('dead', 'p/s', at(14));
  await gateway.send(at(15));
  expect((await stored(0)).has(15)).toBe(false);
  board.clear();
  await gateway.send(at(16));
  expect((await stored(0)).has(15)).toBe(true);
});
