import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { codeIndex } from '#contract/dataCode.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { DAY_MS, QUARTER_MS } from '#domain/time/duration.ts';
import {
  bringBack,
  foldDirty,
  rawReadings,
  storeReadings,
  takeAway,
} from '#feature/meters/reading/server/public.ts';
import { packInto, unpackFrom } from '#server/backup/archive.ts';
import { readBackup } from '#server/backup/readBackup.ts';
import { writeBackup } from '#server/backup/writeBackup.ts';
import { openDatabase } from '#server/database/db.ts';
import { silent } from '#server/database/log.ts';
import { buildMeters, usageText } from '#test/build/meter.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '#test/database.ts';
import { checkBlocks, checkFigures, factsOf, readMonth, sealFigures, sealMonth } from '../public.ts';
import { boundsOf } from './month.ts';

vi.setConfig({ testTimeout: 300_000 });

const MONTH = '2025-01-01';
const { from: START } = boundsOf(MONTH);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

it('a backup carries blocks and what is final, and a restore gives them back', async () => {
  const [meterId = 0, gone = 0] = (await buildMeters(database.db, { meters: 2 })).meterIds;
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
  // Another, of which the readings are in a file.
  const register = new BatchBuilder();
  for (let i = 0; i < 90; i++) {
    register.row(gone, START + i * DAY_MS);
    register.set(codeIndex('PP'), i * 10);
  }
  await storeReadings(database.db, register.batch());
  await foldDirty(database.db);
  const filed = await readMonth(database.pool, { meterId: gone, month: MONTH });
  const raw = await rawReadings(database.db, gone, START, START + 90 * DAY_MS);
  const taking = { meterId: gone, months: [{ month: MONTH, ...factsOf(filed) }], unfiled: () => Promise.resolve(false), goneBefore: Date.UTC(2025, 1, 1), closedBefore: Date.UTC(2025, 2, 1) }; // prettier-ignore
  expect('bytes' in (await takeAway(database.pool, taking, () => Promise.resolve()))).toBe(true);
  const figures = await usageText(database.db, gone);
  expect(await sealFigures(database.pool, gone, MONTH, null)).toBe('sealed');
  const folder = await mkdtemp(join(tmpdir(), 'meterhouse-blocks-'));
  const empty = await createEmptyDatabase();
  const target = await openDatabase(empty.connectionString, { log: silent, max: 4 });
  try {
    const to = join(folder, 'backup');
    await mkdir(join(folder, 'files'));
    await packInto(to, (into) => writeBackup(database.pool, join(folder, 'files'), into, silent), silent);
    await unpackFrom(to, (from) => readBackup(target.pool, join(folder, 'restored'), from, silent), silent);
    expect((await checkBlocks(target.pool)).blocks).toBe(1);
    expect(await checkFigures(target.pool)).toMatchObject({ blocks: 2, faults: [] });
    expect(await rawReadings(target.db, meterId, START, START + DAY_MS)).toEqual(before);
    const { rows } = await sql`select from reading_late where meter_id = ${meterId}`.execute(target.db);
    expect(rows).toHaveLength(1);
    // What is final there is final here, and comes back here too.
    await expect(storeReadings(target.db, register.batch())).rejects.toMatchObject({ code: 409 });
    expect(await usageText(target.db, gone)).toEqual(figures);
    await bringBack(target.pool, filed, factsOf(filed).digest, () => Promise.resolve(null));
    await foldDirty(target.db);
    expect(await usageText(target.db, gone)).toEqual(figures);
    expect(await rawReadings(target.db, gone, START, START + 90 * DAY_MS)).toEqual(raw);
  } finally {
    await target.close();
    await empty.close();
    await rm(folder, { recursive: true });
  }
});
