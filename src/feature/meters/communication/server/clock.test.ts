import { sql } from 'kysely';
import type { MqttClient } from 'mqtt';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOUR_MS as HOUR, MINUTE_MS as MINUTE, QUARTER_MS as QUARTER } from '#domain/time/duration.ts';
import { rebuild, settle } from '#feature/meters/reading/server/public.ts';
import { addTestGateway, connectClient, openTestBroker, type TestBroker } from '#test/broker.ts';
import { buildMeters, usageText } from '#test/build/meter.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { gatewayRows } from './gatewayRows.ts';
import { watchSilence } from './watch.ts';

let database: TestDatabase;
let product: TestBroker;
let gateway: { id: number; token: string };
let client: MqttClient;
let meterId = 0;
beforeAll(async () => {
  database = await createTestDatabase();
  product = await openTestBroker(database);
  const works = await buildMeters(database.db);
  meterId = works.meterIds[0] ?? 0;
  gateway = await addTestGateway(database.db, works.consumerId);
  client = await connectClient(`mqtt://127.0.0.1:${product.mqttPort}`, { username: gateway.token });
});
afterAll(async () => {
  client.end(true);
  await product.close();
  await database.close();
});

/** Sends registers at instants, acknowledged after their commit. */
const send = (registers: readonly (readonly [ts: number, pp: number])[]): Promise<unknown> =>
  client.publishAsync(
    'v1/gateway/telemetry',
    JSON.stringify({ M1: registers.map(([ts, PP]) => ({ ts, values: { PP } })) }),
    { qos: 1 },
  );

async function stored(): Promise<number[]> {
  const { rows } = await sql<{ pp: number }>`
    select pp from reading where meter_id = ${meterId} and source = 0 order by ts`.execute(database.db);
  return rows.map((row) => row.pp);
}

/** Registers that are quarantined. */
async function quarantined(): Promise<number[]> {
  const { rows } = await sql<{ pp: number }>`
    select (values ->> 'PP')::float8 as pp from held_reading where ammeter_id = ${meterId} order by ts`.execute(
    database.db,
  );
  return rows.map((row) => row.pp);
}

/** The energy of all quarters of an hour, and whether a rebuild says the same. */
async function energy(): Promise<number> {
  await settle(database.db, meterId);
  const folded = await usageText(database.db, meterId);
  await rebuild(database.db, meterId);
  expect(await usageText(database.db, meterId)).toEqual(folded);
  const { rows } = await sql<{ kwh: number }>`
    select (coalesce(sum(pp), 0) / 1000000)::float8 as kwh from usage where meter_id = ${meterId} and level = 1`.execute(
    database.db,
  );
  return rows[0]?.kwh ?? 0;
}

async function state() {
  await product.ingest.recorder.flush();
  const [row] = await gatewayRows(database.db, { id: gateway.id }, Date.now());
  return row;
}

async function lasting(): Promise<{ kind: string; level: number; en: string }[]> {
  const { rows } = await sql<{ kind: string; level: number; en: string }>`
    select kind, level, text ->> 'en' as en from notice where ended_at is null order by id`.execute(
    database.db,
  );
  return rows;
}

it('a clock an hour ahead: told, nothing lost, nothing counted wrongly, over by itself', async () => {
  const now = Date.now();
  await send([
    [now - 20 * MINUTE, 1100],
    [now - 10 * MINUTE, 1103],
  ]);
  expect(await energy()).toBe(3);
  expect((await state())?.clockOff).toBe(false);

  const wrong = [
    [now - 8 * MINUTE + HOUR, 1104],
    [now + HOUR, 1106],
  ] as const;
  await send(wrong);
  // The acknowledgement was lost: it delivers again.
  await send(wrong);
  expect(await quarantined()).toEqual([1104, 1106]);
  expect(await energy()).toBe(3);
  const off = await state();
  expect(off).toMatchObject({ clockOff: true, contact: 'online' });
  expect(Math.round((off?.driftMs ?? 0) / MINUTE)).toBe(60);
  await watchSilence(database.db);
  const [notice, ...more] = await lasting();
  expect(more).toEqual([]);
  expect(notice).toMatchObject({ kind: 'gatewayClock', level: 2 });
  expect(notice?.en).toContain('1 h ahead');
  const { rows } = await sql<{ reason: string; n: number }>`
    select reason, n::integer from gateway_rejection where gateway_id = ${gateway.id}`.execute(database.db);
  expect(rows).toEqual([{ reason: 'clockAhead', n: 4 }]);

  // Right again: what was used meanwhile is known from the registers.
  await send([[now, 1107]]);
  expect(await stored()).toEqual([1100, 1103, 1107]);
  expect(await energy()).toBe(7);
  expect((await state())?.clockOff).toBe(false);
  await watchSilence(database.db);
  expect(await lasting()).toEqual([]);
});

it('a clock an hour behind, its stamps between those of before: nothing is counted twice, over by itself', async () => {
  const now = Date.now();
  // A quarter of an hour apart as the meter's interval says, long before the others.
  const start = now - 20 * HOUR;
  const right = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((n) => [start + n * 15 * MINUTE, 10 * n] as const);
  await send(right);
  const before = await energy();
  const aside = (await quarantined()).length;
  // What it shows at n + 4 quarters, stamped an hour too early, and seven minutes beside the others.
  const wrong = [5, 6, 7, 8].map((n) => [start + (n - 4) * 15 * MINUTE + 7 * MINUTE, 10 * n + 5] as const);
  await send(wrong);
  await send(wrong);
  expect((await quarantined()).length).toBe(aside + 4);
  expect(await energy()).toBe(before);
  // Late, but fitting: it counts as ever. So does what fills a gap.
  await send([[start + 8 * MINUTE, 5]]);
  await send([[start + 30 * MINUTE + 2 * HOUR, 100]]);
  await send([[start + 8 * 15 * MINUTE + 20 * MINUTE, 85]]);
  expect((await quarantined()).length).toBe(aside + 4);
});

it('a clock an hour behind on the same instants: told, what it says last counts, what it said before is kept', async () => {
  const now = Date.now();
  const before = await energy();
  const grid = (n: number): number => Math.floor(now / MINUTE) * MINUTE - 5 * HOUR + n * 15 * MINUTE;
  await send([0, 1, 2, 3, 4, 5, 6].map((n) => [grid(n), 200 + n] as const));
  const counted = await energy();
  expect(counted).toBe(before);
  // Stamped as the hour before, with the registers of now.
  await send([2, 3, 4, 5, 6].map((n) => [grid(n), 204 + n] as const));
  expect(await stored()).toEqual(expect.arrayContaining([206, 207, 208, 209, 210]));
  expect(await stored()).not.toContain(202);
  expect(await energy()).toBe(counted);
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from correction where meter_id = ${meterId}`.execute(database.db);
  expect(rows[0]?.n).toBe(5);
  expect(await state()).toMatchObject({ clockOff: true });
  await watchSilence(database.db);
  expect((await lasting()).find(({ kind }) => kind === 'gatewayClock')?.en).toContain('behind');
  await send([[now + 1000, 1108]]);
  await state();
  await watchSilence(database.db);
  expect((await lasting()).filter(({ kind }) => kind === 'gatewayClock')).toEqual([]);
});

it('energies of steps that come late are no registers: they count, whatever stands beside them', async () => {
  const at = Math.floor(Date.now() / QUARTER) * QUARTER - 3 * HOUR;
  const {
    rows: [meter],
  } = await sql<{ id: number }>`
    insert into ammeter (ammeter_name, ammeter_code, consumer_id, site_id, device_type, data_type, interval_seconds, state)
    select 'Steps', 'STEPS', consumer_id, site_id, '4', '1', 900, '1' from ammeter where id = ${meterId} returning id`.execute(
    database.db,
  );
  const id = meter?.id ?? 0;
  await sql`insert into ledger_segment (meter_id, from_ts, kind) values (${id}, ${new Date(at - 24 * HOUR)}, 'interval')`.execute(
    database.db,
  );
  const tell = (list: readonly (readonly [ts: number, pp: number])[]) =>
    client.publishAsync(
      'v1/gateway/telemetry',
      JSON.stringify({ STEPS: list.map(([ts, PP]) => ({ ts, values: { PP } })) }),
      { qos: 1 },
    );
  await tell([
    [at, 4.8],
    [at + 2 * QUARTER, 4.9],
  ]);
  await tell([[at + QUARTER, 5.3]]);
  const { rows: held } = await sql`select from held_reading where ammeter_id = ${id}`.execute(database.db);
  expect(held).toEqual([]);
  await settle(database.db, id);
  const { rows } = await sql<{ kwh: number }>`
    select (sum(pp) / 1000000)::float8 as kwh from usage where meter_id = ${id} and level = 1`.execute(
    database.db,
  );
  expect(rows).toEqual([{ kwh: 15 }]);
});
