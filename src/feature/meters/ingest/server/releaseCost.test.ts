import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
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
