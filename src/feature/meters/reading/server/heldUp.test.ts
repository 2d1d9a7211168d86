import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { codeIndex } from '#contract/dataCode.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { MINUTE_MS } from '#domain/time/duration.ts';
import { buildMeters, usageText } from '#test/build/meter.ts';
import { type TestDatabase, createTestDatabase } from '#test/database.ts';
import { foldDirty } from './foldDirty.ts';
import { foldMeters } from './foldMeter.ts';
import { storeReadings } from './storeReadings.ts';

vi.mock(import('./foldMeter.ts'), async (original) => {
  const real = await original();
  return { ...real, foldMeters: vi.fn(real.foldMeters) };
});

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
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

it('a meter that was held up by another one’s fold is folded when that ended before the answer came', async () => {
  const { meterIds } = await buildMeters(database.db, { meters: 2, name: 'held up' });
  await store(meterIds);
  const real = vi.mocked(foldMeters).getMockImplementation() ?? foldMeters;
  const [, heldUp = 0] = meterIds;
  let tries = 0;
  const ended = Promise.withResolvers<void>();
  vi.mocked(foldMeters).mockImplementation(async (pool, ids) => {
    if (ids.includes(heldUp) && ++tries === 1) {
      await ended.promise;
      await sleep(50);
      return new Map(ids.map((id) => [id, null]));
    }
    const folded = await real(pool, ids);
    ended.resolve();
    return folded;
  });
  await foldDirty(database.db);
  expect(tries).toBe(2);
  for (const id of meterIds) expect(await usageText(database.db, id)).not.toHaveLength(0);
});

it('a meter that another process has all the time is not tried for ever', async () => {
  const { meterIds } = await buildMeters(database.db, { meters: 2, name: 'had' });
  await store(meterIds);
  const real = vi.mocked(foldMeters).getMockImplementation() ?? foldMeters;
  const [, had = 0] = meterIds;
  let tries = 0;
  vi.mocked(foldMeters).mockImplementation(async (pool, ids) => {
    if (!ids.includes(had)) return real(pool, ids);
    tries++;
    return new Map(ids.map((id) => [id, null]));
  });
  await foldDirty(database.db);
  expect(tries).toBeGreaterThan(0);
  expect(tries).toBeLessThan(4);
});
