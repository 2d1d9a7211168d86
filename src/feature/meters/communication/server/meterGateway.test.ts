import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addTestGateway } from '#test/broker.ts';
import { buildMeters } from '#test/build/meter.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { meterRows } from './meters.ts';

const METERS = 30;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

it('of several gateways that map a meter the one that was heard last is told', async () => {
  const { db } = database;
  const { consumerId, meterIds } = await buildMeters(db, { meters: METERS });
  const [old, fresh] = [
    await addTestGateway(db, consumerId, 'old'),
    await addTestGateway(db, consumerId, 'fresh'),
  ];
  await sql`update gateway set last_seen_at = now() where id = ${fresh.id}`.execute(db);
  await sql`insert into gateway_mapping (gateway_id, consumer_id, device_name, ammeter_id, ignored)
    select ${old.id}::integer, ${consumerId}::integer, 'D' || m, m, false from unnest(${meterIds}::integer[]) m
    union all select ${fresh.id}::integer, ${consumerId}::integer, 'D' || m, m, false from unnest(${meterIds.slice(0, 10)}::integer[]) m`.execute(
    db,
  );
  const rows = await meterRows(db, { consumerId }, Date.now());
  expect(rows).toHaveLength(METERS);
  expect(rows.filter((row) => row.gatewayId === fresh.id)).toHaveLength(10);
  expect(rows.filter((row) => row.gatewayId === old.id)).toHaveLength(METERS - 10);
});
