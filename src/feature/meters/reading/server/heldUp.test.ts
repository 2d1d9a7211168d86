import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { codeIndex } from '#contract/dataCode.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { MINUTE_MS } from '#domain/time/duration.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { buildMeters, usageText } from '#test/build/meter.ts';
import { type TestDatabase, createTestDatabase } from '#test/database.ts';
import { foldDirty } from './foldDirty.ts';
import { FOLD_LOCK } from './foldLock.ts';
import { storeReadings } from './storeReadings.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => database.close());

/** A day of values: more than is folded together with other meters. */
async function store(meterIds: readonly number[]): Promise<void> {
  const now = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
  const builder = new BatchBuilder();
  for (const meterId of meterIds)
    for (const minutesAgo of [1440, 60]) {
      builder.row(meterId, now - minutesAgo * MINUTE_MS);
      builder.set(codeIndex('PP'), 2000 - minutesAgo);
    }
  await storeReadings(database.db, builder.batch(), { source: 0 });
}

/** Counts how often a meter is asked for to be folded; where `held` answers, it is not to be had after that. */
function triesOf(meterId: number, held: (tries: number) => Promise<void> | undefined = () => undefined) {
  const counted = { tries: 0 };
  const query = Reflect.get(pg.Client.prototype, 'query') as (...given: unknown[]) => unknown;
  const asked = function (this: pg.Client, ...given: unknown[]): unknown {
    const { name, values } = given[0] as { name?: string; values?: readonly (readonly number[])[] };
    const ids = name === 'fold_lock' ? (values?.[0] ?? []) : [];
    const wait = ids.includes(meterId) ? held(++counted.tries) : undefined;
    if (!wait) return Reflect.apply(query, this, given);
    return wait.then(() => ({ rows: ids.map((id) => ({ id, locked: false })) }));
  };
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(asked as never);
  return counted;
}

const waits = async (meterId: number): Promise<boolean> =>
  (await database.pool.query('select from dirty where meter_id = $1 limit 1', [meterId])).rows.length > 0;

it('a meter that was held up by another one’s fold is folded when that ended before the answer came', async () => {
  const { meterIds } = await buildMeters(database.db, { meters: 2, name: 'held up' });
  await store(meterIds);
  const [other = 0, heldUp = 0] = meterIds;
  const untilOther = async (): Promise<void> => {
    while (await waits(other)) await sleep(10);
    await sleep(50);
  };
  const counted = triesOf(heldUp, (tries) => (tries === 1 ? untilOther() : undefined));
  await foldDirty(database.db);
  expect(counted.tries).toBe(2);
  for (const id of meterIds) expect(await usageText(database.db, id)).not.toHaveLength(0);
});

it('a meter that another process has all the time is not tried for ever', async () => {
  const { meterIds } = await buildMeters(database.db, { meters: 2, name: 'had' });
  await store(meterIds);
  const [, had = 0] = meterIds;
  const counted = triesOf(had);
  await inTransaction(database.pool, async (client) => {
    await client.query(`select pg_advisory_xact_lock(${FOLD_LOCK}, $1)`, [had]);
    await foldDirty(database.db);
  });
  expect(counted.tries).toBeGreaterThan(0);
  expect(counted.tries).toBeLessThan(4);
  expect(await waits(had)).toBe(true);
});
