import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { codeIndex } from '#contract/dataCode.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { HOUR_MS, QUARTER_MS } from '#domain/time/duration.ts';
import { settle, storeReadings } from '#feature/meters/reading/server/public.ts';
import { sealMonth } from '#series/public.ts';
import { silent } from '#server/database/log.ts';
import { addTestGateway } from '#test/broker.ts';
import { buildMeters } from '#test/build/meter.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { type Ingest, openIngest, takeTelemetry } from './ingest.ts';
import { releaseHeld } from './release.ts';

const LONG_AGO = Date.UTC(2024, 4, 5);

let database: TestDatabase;
let ingest: Ingest;
beforeAll(async () => {
  database = await createTestDatabase();
  ingest = openIngest({ system: database.db, log: silent });
});
afterAll(async () => {
  await ingest.close();
  await database.close();
});

let built = 0;
async function plant() {
  const works = await buildMeters(database.db, { name: `broken ${++built}` });
  const { id } = await addTestGateway(database.db, works.consumerId, `broken ${built}`);
  const meterId = works.meterIds[0] as number;
  const { rows } = await sql<{ code: string }>`
    select ammeter_code as code from ammeter where id = ${meterId}`.execute(database.db);
  return { ...works, gatewayId: id, meterId, code: rows[0]?.code ?? '' };
}
type Plant = Awaited<ReturnType<typeof plant>>;

/** A plant of which a day of May 2024 is sealed, and no bit of the block can be trusted. */
async function brokenPlant(): Promise<Plant> {
  const one = await plant();
  const batch = new BatchBuilder();
  for (let k = 0; k < 96; k++) {
    batch.row(one.meterId, LONG_AGO + k * QUARTER_MS);
    batch.set(codeIndex('PP'), 100 + k);
  }
  await storeReadings(database.db, batch.batch());
  await settle(database.db, one.meterId);
  expect(await sealMonth(database.pool, one.meterId, '2024-05-01', null)).toBe('sealed');
  await database.pool.query(
    `update reading_block set id = gen_random_uuid(), bytes = set_byte(bytes, 20, (get_byte(bytes, 20) + 1) % 256) where meter_id = $1`,
    [one.meterId],
  );
  return one;
}

async function send({ gatewayId }: Plant, device: string, list: readonly (readonly [number, number])[]) {
  const gateway = await ingest.gateways.byId(gatewayId);
  if (!gateway) throw new Error('the gateway is not there');
  const body = { [device]: list.map(([ts, PP]) => ({ ts, values: { PP } })) };
  return takeTelemetry(ingest, gateway, body, 'mqtt', Date.now());
}

const held = async (meterId: number): Promise<unknown> =>
  (await sql`select reason, n from held_reading where ammeter_id = ${meterId}`.execute(database.db)).rows;

it('a value for a month whose block is broken is quarantined; what comes with it, after it and of others counts', async () => {
  const [broken, sound] = [await brokenPlant(), await plant()];
  const now = Date.now() - HOUR_MS;
  const both = await Promise.all([
    send(broken, broken.code, [[LONG_AGO + 60_000, 100.1], [now, 500]]),
    send(sound, sound.code, [[LONG_AGO, 7]]),
  ]); // prettier-ignore
  expect(both).toMatchObject([{ accepted: 1, quarantined: 1, rejectedCount: 1 }, { accepted: 1, quarantined: 0 }]); // prettier-ignore
  expect(await send(broken, broken.code, [[now + 60_000, 501]])).toMatchObject({ accepted: 1 });
  expect(await held(broken.meterId)).toEqual([{ reason: 'monthBroken', n: 1 }]);
  const { rows } = await database.pool.query('select ts from reading where meter_id = $1 and source = 0 order by ts', [broken.meterId]); // prettier-ignore
  expect(rows).toEqual([{ ts: new Date(now) }, { ts: new Date(now + 60_000) }]);
  // Deliveries that share a transaction are stored one by one where one of them fails.
  const late = (plantOf: Plant, ts: number) => {
    const batch = new BatchBuilder();
    batch.row(plantOf.meterId, ts);
    batch.set(codeIndex('PP'), 8);
    return ingest.store.store(`gateway ${plantOf.gatewayId}`, batch.batch());
  };
  const stored = await Promise.allSettled([late(broken, LONG_AGO + 1), late(sound, LONG_AGO + QUARTER_MS)]);
  expect(stored.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
});

it('what waited for a name is counted as far as its months can be read', async () => {
  const one = await brokenPlant();
  const now = Date.now() - HOUR_MS;
  expect(await send(one, 'board', [[LONG_AGO + 60_000, 100.1], [now, 500]])).toMatchObject({ waiting: 2 }); // prettier-ignore
  await sql`insert into gateway_mapping (gateway_id, consumer_id, device_name, data_key, ammeter_id, data_code, ignored)
    values (${one.gatewayId}, ${one.consumerId}, 'board', 'PP', ${one.meterId}, 'PP', false)`.execute(
    database.db,
  );
  await releaseHeld(database.db);
  expect(await held(one.meterId)).toEqual([{ reason: 'monthBroken', n: 1 }]);
  const { rows } = await database.pool.query('select ts from reading where meter_id = $1 and source = 0', [one.meterId]); // prettier-ignore
  expect(rows).toEqual([{ ts: new Date(now) }]);
});
