import { afterAll, beforeAll, expect, it } from 'vitest';
import { codeIndex } from '#contract/dataCode.ts';
import { HOUR_MS as HOUR, MINUTE_MS as MINUTE, QUARTER_MS as Q } from '#domain/time/duration.ts';
import { withScope } from '#server/database/scope.ts';
import type { Db } from '#server/database/db.ts';
import { buildMeters } from '#test/build/meter.ts';
import { type TestDatabase, createTestDatabase } from '#test/database.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { foldDirty } from '../foldDirty.ts';
import { createSource } from '../source.ts';
import { storeIntervals } from '../storeIntervals.ts';
import { storeReadings } from '../storeReadings.ts';
import { provenanceOf } from './provenanceOf.ts';
import { rawDay, readingsOf } from './readingsOf.ts';

const T0 = Date.UTC(2025, 2, 3) - 8 * HOUR;
let database: TestDatabase;
let consumerId = 0;
let meter = 0;
let imported = 0;

const scoped = <T>(ask: (trx: Db) => Promise<T>): Promise<T> => withScope(database.app, [consumerId], ask);

async function send(code: string, values: readonly (readonly [number, number])[], source = 0): Promise<void> {
  const builder = new BatchBuilder();
  for (const [ts, value] of values) {
    builder.row(meter, ts);
    builder.set(codeIndex(code), value);
  }
  await storeReadings(database.db, builder.batch(), { source });
}

beforeAll(async () => {
  database = await createTestDatabase();
  const built = await buildMeters(database.db);
  consumerId = built.consumerId;
  meter = built.meterIds[0] ?? 0;
  // An hour in one span with a finer import inside, a quarter with a clock that is late, a gap.
  await send('PP', [
    [T0, 100],
    [T0 + HOUR, 110],
    [T0 + HOUR + Q + 30_000, 112.5],
    [T0 + 3 * HOUR, 130.25],
  ]);
  await send('PP', [[T0 + HOUR, 111]]);
  imported = await createSource(database.db, {
    consumerId,
    kind: 'import',
    name: 'sheet.xlsx',
    createdBy: null,
  });
  await storeIntervals(database.db, [{ meterId: meter, start: T0, end: T0 + Q, code: 'PP', value: '4.00' }], {
    source: imported,
  });
  await send(
    'PZ',
    Array.from({ length: 600 }, (_, i) => [T0 + i * MINUTE, i === 333 ? 99 : i % 7] as const),
  );
  await foldDirty(database.db);
});
afterAll(() => database.close());

it('opens an hour: what the import says, what is left of the registers, the conflict, the sources', async () => {
  const hour = await scoped((trx) => provenanceOf(trx, meter, 2, T0 + 5));
  expect(hour).toMatchObject({
    energy: 11,
    exact: '11',
    coveredSeconds: 3600,
    seconds: 3600,
    partCount: 2,
    gaps: [],
    pending: false,
  });
  expect(hour.parts.map((part) => ('text' in part ? part.text.en : ''))).toEqual([
    'stated energy 4',
    'registers (111 − 100) × 1 = 11; less what counts before it, 7 is left here',
  ]);
  expect(hour.disputes).toEqual([expect.objectContaining({ code: 'PP', value: '110', source: 0 })]);
  expect(hour.flags).toContain('corrected');
  expect(hour.sources.map((source) => source.kind)).toEqual(['device', 'import']);
});

it('opens a quarter: the stamp as received, the share by time, the gap', async () => {
  const quarter = await scoped((trx) => provenanceOf(trx, meter, 1, T0 + HOUR));
  const part = quarter.parts[0];
  expect(part).toMatchObject({
    kind: 'register',
    share: 1.5,
    after: { ts: T0 + HOUR + Q, stamp: T0 + HOUR + Q + 30_000, register: 112.5 },
  });
  const later = await scoped((trx) => provenanceOf(trx, meter, 1, T0 + 2 * HOUR));
  expect(later.flags).toEqual(['interpolated']);
  expect(later.parts[0]).toMatchObject({ share: 2.535715 });
  expect(later.demand).toBeNull();
  const after = await scoped((trx) => provenanceOf(trx, meter, 2, T0 + 3 * HOUR));
  expect(after).toMatchObject({
    energy: null,
    gaps: [{ from: T0 + 3 * HOUR, to: T0 + 4 * HOUR }],
    partCount: 0,
  });
});

it('pages the parts of a day and sums a month from days', async () => {
  const day = await scoped((trx) => provenanceOf(trx, meter, 3, T0, { current: 2, pageSize: 3 }));
  expect(day).toMatchObject({ energy: 30.25, partCount: 4 });
  expect(day.parts).toHaveLength(1);
  const month = await scoped((trx) => provenanceOf(trx, meter, 4, T0));
  expect(month.parts).toEqual([expect.objectContaining({ kind: 'bucket', level: 3, energy: 30.25 })]);
});

it('thins a curve to its lowest and highest', async () => {
  const curve = await scoped((trx) => readingsOf(trx, meter, 'PZ', T0, T0 + 600 * MINUTE, 40));
  expect(curve.total).toBe(600);
  expect(curve.points.length).toBeLessThanOrEqual(40);
  expect(curve.points).toContainEqual({ ts: T0 + 333 * MINUTE, value: 99 });
  await expect(scoped((trx) => readingsOf(trx, meter, 'drop table', T0, T0 + 1))).rejects.toMatchObject({
    code: 400,
  });
});

it('shows a raw day as received, and nothing to another enterprise', async () => {
  const rows = await scoped((trx) => rawDay(trx, meter, T0 + HOUR));
  expect(rows.find((row) => row.ts === T0)).toEqual({
    ts: T0,
    source: 0,
    sourceName: null,
    rank: 1,
    counts: true,
    values: { PP: 100, PZ: 0 },
  });
  await expect(
    withScope(database.app, [consumerId + 1], (trx) => rawDay(trx, meter, T0)),
  ).rejects.toMatchObject({ code: 404 });
});

it('the provenance of a quarter tells the sliding window that is above it, and what tells it', async () => {
  const built = await buildMeters(database.db, { name: 'sliding' });
  const [own = 0] = built.meterIds;
  const start = Date.UTC(2025, 4, 5);
  const builder = new BatchBuilder();
  for (let m = 0; m <= 60; m++) {
    builder.row(own, start + m * MINUTE);
    builder.set(codeIndex('PP'), Math.min(Math.max(m - 8, 0), 14));
  }
  await storeReadings(database.db, builder.batch());
  await foldDirty(database.db);
  const { demand, sliding } = await withScope(database.app, [built.consumerId], (trx) =>
    provenanceOf(trx, own, 1, start + Q),
  );
  expect(demand).toEqual({ value: 28, at: start + 2 * Q });
  expect(sliding).toEqual({
    value: 56,
    from: start + 7 * MINUTE,
    to: start + 22 * MINUTE,
    text: { zh: '15 分钟表底差 14 × 4', en: 'registers of 15 minutes: 14 × 4' },
  });
});
