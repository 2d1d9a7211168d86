import Fastify, { type FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lateOver } from '#feature/meters/reading/server/public.ts';
import { buildMeters } from '#test/build/meter.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { type Ingest, openIngest } from './ingest.ts';
import { INGEST_PATH, mountIngest } from './ingestRoute.ts';
import { issueToken } from './token.ts';

const MINUTE = 60_000;
const QUARTER = 15 * MINUTE;
let database: TestDatabase;
let app: FastifyInstance;
let ingest: Ingest;
let token: string;
let meterIds: number[];
beforeAll(async () => {
  database = await createTestDatabase();
  app = Fastify();
  ingest = openIngest({ system: database.db, log: app.log });
  mountIngest(app, ingest);
  const built = await buildMeters(database.db, { meters: 2 });
  ({ meterIds } = built);
  const { rows } = await sql<{ id: number }>`
    insert into gateway (gateway_name, consumer_id, state) values ('g', ${built.consumerId}, '1') returning id`.execute(
    database.db,
  );
  token = await issueToken(database.db, rows[0]?.id ?? 0);
});
afterAll(async () => {
  await app.close();
  await ingest.close();
  await database.close();
});

const send = async (...list: readonly (readonly [at: number, PP: number])[]): Promise<void> => {
  const reply = await app.inject({
    method: 'POST',
    url: INGEST_PATH,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    payload: JSON.stringify({ M1: list.map(([ts, PP]) => ({ ts, values: { PP } })) }),
  });
  expect(reply.statusCode).toBe(200);
};

it('what a gateway brings late is noted once, by the quarter of an hour that it ends; what is repeated is not', async () => {
  const now = Date.now();
  const Q = Math.floor(now / QUARTER) * QUARTER;
  const [meterId = 0, other = 0] = meterIds;
  const told = async (id: number) => {
    const { quarters } = await lateOver(database.db, id, Q - 100 * QUARTER, now);
    return [...quarters].map((at) => (at - Q) / QUARTER).toSorted((a, b) => a - b);
  };
  await send([now - MINUTE, 1000]);
  expect(await told(meterId)).toEqual([]);
  // Of two instants of one quarter, of another day, and again.
  await send([Q - 4 * QUARTER, 990], [Q - 4 * QUARTER - MINUTE, 989], [Q - 98 * QUARTER, 900]);
  expect(await told(meterId)).toEqual([-99, -5]);
  await send([Q - 4 * QUARTER, 990], [Q - 8 * QUARTER, 980]);
  expect(await told(meterId)).toEqual([-99, -9, -5]);
  expect(await told(other)).toEqual([]);
  await send([now - MINUTE, 1000]);
  expect(await told(meterId)).toEqual([-99, -9, -5]);
});
