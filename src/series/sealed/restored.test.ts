import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { codeIndex } from '#contract/dataCode.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { DAY_MS, QUARTER_MS } from '#domain/time/duration.ts';
import { foldDirty, rawReadings, storeReadings } from '#feature/meters/reading/server/public.ts';
import { packInto, unpackFrom } from '#server/backup/archive.ts';
import { readBackup } from '#server/backup/readBackup.ts';
import { writeBackup } from '#server/backup/writeBackup.ts';
import { openDatabase } from '#server/database/db.ts';
import { silent } from '#server/database/log.ts';
import { buildMeters } from '#test/build/meter.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '#test/database.ts';
import { checkBlocks, sealMonth } from '../public.ts';
import { boundsOf } from './month.ts';

vi.setConfig({ testTimeout: 300_000 });

const MONTH = '2025-01-01';
const { from: START } = boundsOf(MONTH);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

it('a backup carries blocks, and a restore gives them back', async () => {
  const [meterId = 0] = (await buildMeters(database.db)).meterIds;
  const tell = async (code: string, values: readonly number[]): Promise<void> => {
    const batch = new BatchBuilder();
    values.forEach((value, i) => {
      batch.row(meterId, START + i * QUARTER_MS);
      batch.set(codeIndex(code), value);
    });
    await storeReadings(database.db, batch.batch());
    await foldDirty(database.db);
  };
  await tell('UA', [0.1, -0, 1 / 3, 5e-324, 230.1]);
  expect(await sealMonth(database.pool, meterId, MONTH, null)).toBe('sealed');
  await tell('PP', [7000, 7001]);
  const before = await rawReadings(database.db, meterId, START, START + DAY_MS);
  expect(before).toHaveLength(5);
  const folder = await mkdtemp(join(tmpdir(), 'meterhouse-blocks-'));
  const empty = await createEmptyDatabase();
  const target = await openDatabase(empty.connectionString, { log: silent, max: 4 });
  try {
    const to = join(folder, 'backup');
    await mkdir(join(folder, 'files'));
    await packInto(to, (into) => writeBackup(database.pool, join(folder, 'files'), into, silent), silent);
    await unpackFrom(to, (from) => readBackup(target.pool, join(folder, 'restored'), from, silent), silent);
    expect((await checkBlocks(target.pool)).blocks).toBe(1);
    expect(await rawReadings(target.db, meterId, START, START + DAY_MS)).toEqual(before);
    const { rows } = await sql`select from reading_late`.execute(target.db);
    expect(rows).toHaveLength(1);
  } finally {
    await target.close();
    await empty.close();
    await rm(folder, { recursive: true });
  }
});
