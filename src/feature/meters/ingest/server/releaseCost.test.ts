import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time/duration.ts';
import { silent } from '#server/database/log.ts';
import { addTestGateway } from '#test/broker.ts';
import { buildMeters } from '#test/build/meter.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { type Ingest, openIngest, takeTelemetry } from './ingest.ts';
import { releaseHeld } from './release.ts';

let database: TestDatabase;
let ingest: Ingest;
let works: Awaited<ReturnType<typeof buildMeters>>;
let gatewayId = 0;
beforeAll(async () => {
  database = await createTestDatabase();
  ingest = openIngest({ system: database.db, log: silent });
  works = await buildMeters(database.db, { meters: 40 });
  gatewayId = (await addTestGateway(database.db, works.consumerId)).id;
});
afterAll(async () => {
  await ingest.close();
  await database.close();
});

async function send(body: unknown, now: number): Promise<void> {
  const gateway = await ingest.gateways.byId(gatewayId);
  if (!gateway) throw new Error('the gateway is not there');
  await takeTelemetry(ingest, gateway, body, 'http', now);
}

/** How many statements are sent while something is done. */
async function statements(work: () => Promise<unknown>): Promise<number> {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  await work();
  const n = spy.mock.calls.length;
  spy.mockRestore();
  return n;
}

it('keys that nobody mapped, of meters that are known, cost as much for forty of them as for one', async () => {
  const { rows } = await sql<{ code: string }>`
    select ammeter_code as code from ammeter where id = any(${works.meterIds}::integer[])`.execute(
    database.db,
  );
  expect(rows).toHaveLength(40);
  await send(Object.fromEntries(rows.map(({ code }) => [code, { rssi: 1 }])), Date.now());
  expect(await statements(() => releaseHeld(database.db))).toBeLessThan(15);
});

it('what waited is judged and kept together, each as of when it came', async () => {
  const { db } = database;
  const [meter = 0] = works.meterIds;
  const now = Date.now();
  const start = Math.floor(now / MINUTE_MS) * MINUTE_MS - 6 * HOUR_MS;
  const own = [
    { ts: start, values: { PP: 1000 } },
    { ts: start + 30 * MINUTE_MS, values: { PP: 1001 } },
  ];
  await send({ M1: own }, now - 3 * MINUTE_MS);
  const old = 200 * DAY_MS;
  await sql`insert into meter_fold (meter_id, gone_ts, gone_at, closed_ts)
    values (${meter}, ${new Date(now - old)}, now(), ${new Date(now - old / 2)})
    on conflict (meter_id) do update set gone_ts = excluded.gone_ts, gone_at = excluded.gone_at, closed_ts = excluded.closed_ts`.execute(
    db,
  );
  const waiting = [
    // Beside what the meter told itself: below it, and between it.
    { ts: start + 10 * MINUTE_MS, values: { Wh: 5 } },
    { ts: start + 20 * MINUTE_MS, values: { Wh: 1000.5 } },
    // Where figures are final.
    { ts: now - old, values: { Wh: 7 } },
    ...Array.from({ length: 200 }, (_, k) => ({
      ts: start + (90 + k) * MINUTE_MS,
      values: { Wh: 1002 + k, noise: k },
    })),
  ];
  await send({ cab: waiting.slice(0, 102) }, now - 2 * MINUTE_MS);
  await send({ cab: waiting.slice(102) }, now);
  await sql`insert into gateway_mapping (gateway_id, consumer_id, device_name, data_key, ammeter_id, data_code, ignored)
    values (${gatewayId}, ${works.consumerId}, 'cab', 'Wh', ${meter}, 'PP', false)`.execute(db);
  expect(await statements(() => releaseHeld(db))).toBeLessThan(90);
  const { rows } = await sql<{ pp: number }>`
    select pp from reading where meter_id = ${meter} and source = 0 order by ts`.execute(db);
  expect(rows.map(({ pp }) => pp)).toEqual([
    1000,
    1000.5,
    1001,
    ...Array.from({ length: 200 }, (_, k) => 1002 + k),
  ]);
  const { rows: held } = await sql`
    select reason, received_at = ${new Date(now)} as last, count(*)::integer as n from held_reading
    where device_name = 'cab' or ammeter_id = ${meter} group by 1, 2 order by 1, 2`.execute(db);
  expect(held).toEqual([
    { reason: 'closed', last: false, n: 1 },
    { reason: 'contradicts', last: false, n: 1 },
    { reason: 'unknownMeter', last: false, n: 99 },
    { reason: 'unknownMeter', last: true, n: 101 },
  ]);
});
