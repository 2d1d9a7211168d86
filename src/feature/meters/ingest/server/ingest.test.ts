import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silent } from '#server/database/log.ts';
import { withScope } from '#server/database/scope.ts';
import { buildMeters } from '#test/build/meter.ts';
import { type TestDatabase, createTestDatabase } from '#test/database.ts';
import type { Gateway } from './gateway.ts';
import { type Ingest, openIngest, takeTelemetry } from './ingest.ts';
import { MOST_MESSAGES, MOST_REJECTIONS } from './writeRecords.ts';

let database: TestDatabase;
let ingest: Ingest;
let works: Awaited<ReturnType<typeof buildMeters>>;
let gatewayId = 0;
beforeAll(async () => {
  database = await createTestDatabase();
  ingest = openIngest({ system: database.db, log: silent });
  works = await buildMeters(database.db, { meters: 4 });
  gatewayId = await addGateway('g', works.consumerId);
});
afterAll(async () => {
  await ingest.close();
  // What is stored weighs no more: else the door over HTTP would send everybody back one day.
  expect(ingest.store.figures).toMatchObject({ waiting: 0, rows: 0 });
  await database.close();
});

async function addGateway(name: string, consumerId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into gateway (gateway_name, consumer_id, state) values (${name}, ${consumerId}, '1') returning id`.execute(
    database.db,
  );
  return rows[0]?.id ?? 0;
}

async function known(id: number): Promise<Gateway> {
  ingest.gateways.forget();
  const gateway = await ingest.gateways.byId(id);
  if (!gateway) throw new Error('the gateway is not there');
  return gateway;
}

const t = Date.UTC(2025, 5, 1);
const row = async <T>(query: ReturnType<typeof sql<T>>): Promise<T | undefined> =>
  (await query.execute(database.db)).rows[0];

describe('mappings', () => {
  let id = 0;
  beforeAll(async () => {
    id = await addGateway('mapped', works.consumerId);
    const stranger = await buildMeters(database.db, { name: 'stranger' });
    const [a, b] = works.meterIds as [number, number];
    const map = (
      device: string,
      key: string | null,
      meter: number | null,
      code: string | null,
      by: string | null,
      ignored = false,
    ) =>
      sql`insert into gateway_mapping (gateway_id, consumer_id, device_name, data_key, ammeter_id, data_code, multiplier, ignored)
        values (${id}, ${works.consumerId}, ${device}, ${key}, ${meter}, ${code}, ${by}, ${ignored})`.execute(
        database.db,
      );
    await map('cabinet', null, a, null, null);
    await map('cabinet', 'Wh', a, 'PP', '0.001');
    await map('cabinet', 'kWh 2', b, 'PP', null);
    await map('cabinet', 'rssi', null, null, null, true);
    await map('thief', null, stranger.meterIds[0] ?? 0, null, null);
    await map('noise', null, null, null, null, true);
  });

  it('lead keys to meters and codes, exactly', async () => {
    const taken = await takeTelemetry(
      ingest,
      await known(id),
      {
        cabinet: { ts: t, values: { wh: 1_234_567.1, 'kWh 2': 7, PZ: 3, rssi: -70, colour: 'red' } },
        noise: { ts: t, values: { x: 1 } },
        thief: { ts: t, values: { PP: 1 } },
        M3: { ts: t, values: { PP: 9 } },
      },
      'mqtt',
      Date.now(),
    );
    expect(taken).toMatchObject({ accepted: 4, duplicate: 0, conflict: 0, rejectedCount: 2 });
    expect(taken?.rejected.map(({ device, key, reason }) => [device, key, reason])).toEqual([
      ['cabinet', 'colour', 'unknownKey'],
      ['thief', 'PP', 'unknownMeter'],
    ]);
    const { rows } = await sql<{ id: number; pp: number; pz: number | null }>`
      select meter_id as id, pp, pz from reading where ts = ${new Date(t)} order by 1`.execute(database.db);
    expect(rows).toEqual([
      { id: works.meterIds[0], pp: 1234.5671, pz: 3 },
      { id: works.meterIds[1], pp: 7, pz: null },
      { id: works.meterIds[2], pp: 9, pz: null },
    ]);
  });
});

it('tells each delivery its own figures, however many commit together', async () => {
  const gateway = await known(gatewayId);
  const at = t + 86_400_000;
  const commits = ingest.store.figures.commits;
  const deliver = (values: object, step = 0) =>
    takeTelemetry(ingest, gateway, { M1: { ts: at + step, values } }, 'http', Date.now(), { exact: true });
  const first = [await deliver({ PP: 1 }), await deliver({ PP: 1 }), await deliver({ PP: 2, PZ: 1 })];
  expect(first.map((taken) => [taken?.accepted, taken?.duplicate, taken?.conflict])).toEqual([
    [1, 0, 0],
    [0, 1, 0],
    [1, 0, 1],
  ]);
  expect(ingest.store.figures.commits).toBe(commits + 3);

  const many = Array.from({ length: 200 }, (_, i) =>
    takeTelemetry(
      ingest,
      gateway,
      { M1: { ts: at + i * 1000, values: { PP: 1, IA: i } } },
      'mqtt',
      Date.now(),
    ),
  );
  const sum = { accepted: 0, duplicate: 0, conflict: 0 };
  for (const taken of await Promise.all(many)) {
    sum.accepted += taken?.accepted ?? 0;
    sum.duplicate += taken?.duplicate ?? 0;
    sum.conflict += taken?.conflict ?? 0;
  }
  expect(sum).toEqual({ accepted: 399, duplicate: 1, conflict: 0 });
  expect(ingest.store.figures.commits).toBeLessThan(commits + 10);
});

it('stores deliveries of two gateways apart where they hold the same meter', async () => {
  const [a, b] = [await known(gatewayId), await known(await addGateway('second', works.consumerId))];
  const at = t + 5 * 86_400_000;
  const taken = await Promise.all(
    [a, b].map((gateway, i) =>
      takeTelemetry(ingest, gateway, { M1: { ts: at, values: { PP: 1 + i, IA: 1 } } }, 'mqtt', Date.now()),
    ),
  );
  // Which of the two is first is not promised.
  const [first, second] = taken.sort((x, y) => (y?.accepted ?? 0) - (x?.accepted ?? 0));
  expect(first).toMatchObject({ accepted: 2, duplicate: 0, conflict: 0 });
  expect(second).toMatchObject({ accepted: 0, duplicate: 1, conflict: 1 });
});

it('a delivery that the database refuses fails alone', async () => {
  const gateway = await known(gatewayId);
  const at = t + 6 * 86_400_000;
  await sql`create function refuse_one() returns trigger language plpgsql as $$
    begin raise check_violation; end $$`.execute(database.db);
  await sql`create trigger refuse_one before insert on dirty for each row
    when (new.meter_id = ${sql.lit(works.meterIds[3])}) execute function refuse_one()`.execute(database.db);
  const deliver = (code: string) =>
    takeTelemetry(ingest, gateway, { [code]: { ts: at, values: { PP: 1 } } }, 'mqtt', Date.now());
  const all = await Promise.allSettled(['M1', 'M4', 'M2'].map(deliver));
  expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  await sql`drop trigger refuse_one on dirty`.execute(database.db);
  expect(ingest.store.figures.waiting).toBe(0);
});

it('keeps what gateways sent: exact figures, samples of messages, what was not taken', async () => {
  const id = await addGateway('kept', works.consumerId);
  const gateway = await known(id);
  const now = Date.now();
  await Promise.all(
    Array.from({ length: 100 }, (_, i) =>
      takeTelemetry(
        ingest,
        gateway,
        { M2: { ts: now - 60_000 + i, values: { PP: i, XX: 'a\0\uD800', YY: i } } },
        'mqtt',
        now,
      ),
    ),
  );
  await ingest.recorder.flush();
  const state =
    await row(sql`select messages::integer, accepted::integer, rejected::integer, drift_ms::integer as drift
    from gateway_state where gateway_id = ${id}`);
  expect(state).toEqual({ messages: 100, accepted: 100, rejected: 200, drift: -59_901 });
  const messages = await row<{ n: number }>(sql`select count(*)::integer as n, min(reason) as reason,
    min(accepted) as accepted, max(rejected) as rejected from gateway_message where gateway_id = ${id}`);
  expect(messages).toMatchObject({ reason: 'unknownKey', accepted: 1, rejected: 2 });
  // Fifteen of each flush: a slow machine needs more than one for the hundred.
  expect(messages?.n).toBeGreaterThanOrEqual(15);
  expect(messages?.n).toBeLessThan(60);
  const { rows } =
    await sql`select device_name as device, data_key as key, reason, n::integer from gateway_rejection
    where gateway_id = ${id} order by 2`.execute(database.db);
  expect(rows).toEqual([
    { device: 'M2', key: 'XX', reason: 'unknownKey', n: 100 },
    { device: 'M2', key: 'YY', reason: 'unknownKey', n: 100 },
  ]);
  const other = await buildMeters(database.db, { name: 'other' });
  for (const [scope, n] of [
    [[works.consumerId], 1],
    [[other.consumerId], 0],
  ] as const) {
    const seen = await withScope(database.app, scope, (trx) =>
      sql`select from gateway_state where gateway_id = ${id}`.execute(trx),
    );
    expect(seen.rows).toHaveLength(n);
  }
});

it('keeps a bounded number of them', async () => {
  const id = await addGateway('loud', works.consumerId);
  const gateway = await known(id);
  const values = Object.fromEntries(Array.from({ length: MOST_REJECTIONS + 500 }, (_, i) => [`K${i}`, 1]));
  for (let round = 0; round < 2; round++) {
    await takeTelemetry(ingest, gateway, { M2: { ts: t, values } }, 'mqtt', Date.now());
    await ingest.recorder.flush();
  }
  const rejections = await row(sql`select count(*)::integer as rows, sum(n)::integer as n,
    max(n) filter (where data_key = '*')::integer as rest from gateway_rejection where gateway_id = ${id}`);
  expect(rejections).toEqual({ rows: MOST_REJECTIONS + 1, n: 3000, rest: 1000 });

  await sql`insert into gateway_message (gateway_id, consumer_id, received_at, door, bytes, payload, readings, accepted, rejected)
    select ${id}, ${works.consumerId}, now(), 'mqtt', 2, '{}', 0, 0, 0 from generate_series(1, ${MOST_MESSAGES}::integer)`.execute(
    database.db,
  );
  await takeTelemetry(ingest, gateway, {}, 'mqtt', Date.now());
  await ingest.recorder.flush();
  const messages = await row(
    sql`select count(*)::integer as n from gateway_message where gateway_id = ${id}`,
  );
  expect(messages).toEqual({ n: MOST_MESSAGES });
});

it('keeps nothing of a gateway that is gone, and stays at work', async () => {
  const id = await addGateway('gone', works.consumerId);
  const gateway = await known(id);
  await takeTelemetry(ingest, gateway, { M1: { XX: 1 } }, 'mqtt', Date.now());
  await sql`delete from gateway where id = ${id}`.execute(database.db);
  await ingest.recorder.flush();
  expect(await row(sql`select from gateway_state where gateway_id = ${id}`)).toBeUndefined();
});
