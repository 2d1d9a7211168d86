import { afterAll, beforeAll, expect, it } from 'vitest';
import { codeIndex } from '#contract/dataCode.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { buildMeters } from '#test/build/meter.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { createSource, undoSource } from '../source.ts';
import { storeReadings } from '../storeReadings.ts';
import { gaugeBuckets } from './gaugeBuckets.ts';

const T0 = Date.UTC(2025, 4, 5);
const HOUR = 3_600_000;
const MINUTE = 60_000;

let database: TestDatabase;
let meterId = 0;
let consumerId = 0;
beforeAll(async () => {
  database = await createTestDatabase();
  const works = await buildMeters(database.db, { zone: 'UTC' });
  [meterId = 0] = works.meterIds;
  consumerId = works.consumerId;
});
afterAll(() => database.close());

async function send(
  told: readonly (readonly [minute: number, values: Record<string, number>])[],
  source = 0,
) {
  const batch = new BatchBuilder();
  for (const [minute, values] of told) {
    batch.row(meterId, T0 + minute * MINUTE);
    for (const [code, value] of Object.entries(values)) batch.set(codeIndex(code), value);
  }
  await storeReadings(database.db, batch.batch(), { source });
}

const hours = (less?: string) =>
  gaugeBuckets(database.db, meterId, 'BVX', 2, T0, T0 + 4 * HOUR, less === undefined ? {} : { less });

it('a bucket is the exact mean of what counts, with its lowest and highest; one without readings is left out', async () => {
  await send([
    [0, { BVX: 0.1 }],
    [20, { BVX: 0.2 }],
    [59, { BVX: 0.7 }],
    [60, { BVX: -1e-7 }],
    [61, { BVX: 2e-7 }],
    [179, { BVX: 3.4028234663852886e38 }],
  ]);
  // As binary fractions the first three add up to a little less than 1.
  expect(await hours()).toEqual([
    { ts: T0, mean: 0.333333, min: 0.1, max: 0.7 },
    { ts: T0 + HOUR, mean: 0, min: -1e-7, max: 2e-7 },
    {
      ts: T0 + 2 * HOUR,
      mean: 3.4028234663852886e38,
      min: 3.4028234663852886e38,
      max: 3.4028234663852886e38,
    },
  ]);
});

it('of two gauges the difference counts where one source told both, and a source of more rank goes first', async () => {
  await send([
    [180, { BVX: 3.5, BVN: 3.1 }],
    [200, { BVX: 3.6 }],
    [220, { BVX: 3.75, BVN: 3.25 }],
  ]);
  const source = await createSource(database.db, { consumerId, kind: 'import', name: 'a', createdBy: null });
  await send([[220, { BVX: 4, BVN: 3 }]], source);
  const [all] = (await hours()).slice(-1);
  expect(all).toEqual({ ts: T0 + 3 * HOUR, mean: 3.7, min: 3.5, max: 4 });
  const [spread] = await hours('BVN');
  expect(spread).toMatchObject({ ts: T0 + 3 * HOUR, mean: 0.7, max: 1 });
  expect(spread?.min).toBeCloseTo(0.4, 12);
  await undoSource(database.db, source, null);
  expect((await hours()).at(-1)).toEqual({ ts: T0 + 3 * HOUR, mean: 3.616667, min: 3.5, max: 3.75 });
  expect((await hours('BVN'))[0]).toMatchObject({ max: 0.5 });
});

it('values that cannot be are left out of the mean and of the extremes', async () => {
  await send([
    [600, { SOC: 50 }],
    [610, { SOC: 6553.5 }],
    [620, { SOC: 60 }],
    [670, { SOC: 6553.5 }],
  ]);
  const from = T0 + 10 * HOUR;
  const told = await gaugeBuckets(database.db, meterId, 'SOC', 2, from, from + 2 * HOUR, {
    can: (value) => value <= 100,
  });
  expect(told).toEqual([{ ts: from, mean: 55, min: 50, max: 60 }]);
});
