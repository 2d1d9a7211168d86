import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeIndex } from '#contract/dataCode.ts';
import { type TestDatabase, createTestDatabase } from '#test/database.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { looseMonths, packMonths } from './packMonths.ts';
import { storeReadings } from '#feature/meters/reading/server/public.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const METERS = 200;
const STEP = 900_000;

/** Readings as they come in operation: all meters at an instant, instant after instant. */
async function store(from: number, steps: number): Promise<void> {
  for (let first = 0; first < steps; first += 4) {
    const batch = new BatchBuilder();
    for (let meter = 1; meter <= METERS; meter++)
      for (let step = first; step < Math.min(first + 4, steps); step++) {
        batch.row(meter, from + step * STEP);
        batch.set(codeIndex('PP'), step);
      }
    await storeReadings(database.db, batch.batch());
  }
}

const size = async (index: string): Promise<number> => {
  const { rows } = await database.pool.query<{ bytes: string }>(
    'select pg_relation_size($1::regclass) as bytes',
    [index],
  );
  return Number(rows[0]?.bytes);
};

test('the key of a month that is over is packed; the month that runs is left alone', async () => {
  const index = 'reading_202501_pkey';
  await store(Date.UTC(2025, 0, 2), 140);
  await store(Date.now() - 140 * STEP, 140);
  // Connections tell their statistics a while after they wrote; until then rows may count twice.
  const found = async (): Promise<string[]> => {
    await database.pool.query('analyze reading');
    return (await looseMonths(database.pool)).map((month) => month.index);
  };
  await expect.poll(found, { timeout: 20_000, interval: 500 }).toContain(index);
  const loose = await looseMonths(database.pool);
  const running = new Date().toISOString().slice(0, 7).replace('-', '');
  expect(loose.map((month) => month.index)).not.toContain(`reading_${running}_pkey`);

  const before = await size(index);
  const { rows: rights } = await database.pool.query<{ super: string }>(
    `select current_setting('is_superuser') as super`,
  );
  // What a crash leaves behind can be made by a superuser alone.
  if (rights[0]?.super === 'on') {
    await database.pool.query(`create index concurrently reading_202501_pkey_ccnew on reading_202501 (ts)`);
    await database.pool.query(
      `update pg_index set indisvalid = false where indexrelid = 'reading_202501_pkey_ccnew'::regclass`,
    );
  }
  await packMonths(database.pool, [index]);
  expect(await size(index)).toBeLessThan(before * 0.85);
  expect((await looseMonths(database.pool)).map((month) => month.index)).not.toContain(index);
  const { rows } = await database.pool.query(`select to_regclass('reading_202501_pkey_ccnew') as half`);
  expect(rows).toEqual([{ half: null }]);

  // Late values find their place, and the same value twice is still one.
  await store(Date.UTC(2025, 0, 2) + 60_000, 4);
  await store(Date.UTC(2025, 0, 2), 8);
  const count = await database.pool.query<{ n: number }>('select count(*)::integer as n from reading_202501');
  expect(count.rows[0]?.n).toBe(METERS * 144);
});
