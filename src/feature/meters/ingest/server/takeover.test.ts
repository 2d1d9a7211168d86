import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { QUARTER_MS as QUARTER } from '#domain/time/duration.ts';
import { silent } from '#server/database/log.ts';
import { addTestGateway } from '#test/broker.ts';
import { buildMeters } from '#test/build/meter.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { type Ingest, openIngest, takeTelemetry } from './ingest.ts';
import { releaseHeld } from './release.ts';

/** Midnight in Shanghai. */
const start = Date.parse('2026-03-02T00:00:00+08:00');

let database: TestDatabase;
let ingest: Ingest;
let works: Awaited<ReturnType<typeof buildMeters>>;
let gatewayId = 0;
beforeAll(async () => {
  database = await createTestDatabase();
  ingest = openIngest({ system: database.db, log: silent });
  works = await buildMeters(database.db, { meters: 2 });
  gatewayId = (await addTestGateway(database.db, works.consumerId)).id;
});
afterAll(async () => {
  await ingest.close();
  await database.close();
});

async function send(
  device: string,
  list: readonly Readonly<Record<string, number>>[],
  from = 0,
): Promise<void> {
  const gateway = await ingest.gateways.byId(gatewayId);
  if (!gateway) throw new Error('the gateway is not there');
  const entries = list.map((values, k) => ({ ts: start + (from + k) * QUARTER, values }));
  await takeTelemetry(ingest, gateway, { [device]: entries }, 'http', Date.now());
}

const map = (device: string, key: string | null, meter: number, code: string | null) =>
  sql`insert into gateway_mapping (gateway_id, consumer_id, device_name, data_key, ammeter_id, data_code, ignored)
    values (${gatewayId}, ${works.consumerId}, ${device}, ${key}, ${meter}, ${code}, false)`.execute(
    database.db,
  );

async function registers(meter: number): Promise<number[]> {
  const { rows } = await sql<{ pp: number }>`
    select pp from reading where meter_id = ${meter} and source = 0 and pp is not null order by ts`.execute(
    database.db,
  );
  return rows.map(({ pp }) => pp);
}

/** How many rows statements over held readings answer while something is done. */
async function rowsRead(work: () => Promise<unknown>): Promise<number> {
  const spy = vi.spyOn(database.pool, 'query');
  await work();
  const answers: unknown[] = await Promise.all(spy.mock.results.map((one): unknown => one.value));
  const asked = spy.mock.calls.map(([statement]: readonly unknown[]) => statement);
  spy.mockRestore();
  return answers.reduce<number>((n, answer, i) => {
    const statement = asked[i];
    if (typeof statement !== 'string' || !statement.includes('from held_reading h')) return n;
    return n + (answer as { rows: readonly object[] }).rows.length;
  }, 0);
}

it('of a device of which some keys are mapped, rows that mean nothing yet are not read again', async () => {
  const meter = works.meterIds[1] ?? 0;
  await send(
    'cab',
    Array.from({ length: 300 }, (_, k) => ({ Wh: k, noise: k })),
  );
  await map('cab', 'Wh', meter, 'PP');
  await releaseHeld(database.db);
  expect((await registers(meter)).length).toBe(300);
  const last = async (): Promise<number> => {
    const { rows } = await sql<{ id: string }>`select max(id) as id from held_reading`.execute(database.db);
    return Number(rows[0]?.id);
  };
  const before = await last();
  await send('cab', [{ noise: 1 }], 400);
  // The name with its keys, and none of what waits for it.
  expect(await rowsRead(() => releaseHeld(database.db))).toBe(1);
  await map('cab', 'noise', meter, 'PZ');
  const ids = { after: before, upTo: await last() };
  expect(await rowsRead(() => releaseHeld(database.db, { ids }))).toBe(2);
  await releaseHeld(database.db);
  const { rows } = await sql`select from held_reading where device_name = 'cab'`.execute(database.db);
  expect(rows).toEqual([]);
});
