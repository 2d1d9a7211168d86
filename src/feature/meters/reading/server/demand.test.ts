import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { codeIndex } from '#contract/dataCode.ts';
import { MINUTE_MS as MINUTE } from '#domain/time/duration.ts';
import { buildMeters, usageText } from '#test/build/meter.ts';
import { type TestDatabase, createTestDatabase } from '#test/database.ts';
import { RUNS_MS, runs } from '#test/runs.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { foldDirty, rebuild } from './foldDirty.ts';
import { activateSource, createSource, undoSource } from './source.ts';
import { storeReadings } from './storeReadings.ts';

vi.setConfig({ testTimeout: RUNS_MS });

const T0 = Date.UTC(2025, 2, 29, 22);
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

interface Value {
  readonly ts: number;
  readonly code: 'PP' | 'PZ';
  readonly value: number;
}

async function send(meter: number, values: readonly Value[], source = 0): Promise<void> {
  const builder = new BatchBuilder();
  for (const { ts, code, value } of values) {
    builder.row(meter, ts);
    builder.set(codeIndex(code), value);
  }
  await storeReadings(database.db, builder.batch(), { source });
}

it('sliding demand in pieces, late, corrected and undone is as rebuilt, to the last bit', async () => {
  let run = 0;
  const history = fc.record({
    slip: fc.constantFrom('1', '1', '3', '5', '15'),
    step: fc.constantFrom(1, 1, 2, 5, 14),
    steps: fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 20, maxLength: 120 }),
    beside: fc.constantFrom(0, 0, 7000),
    power: fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 60 }),
    powerFrom: fc.nat(90),
    // What comes late, and what an import says otherwise.
    late: fc.array(fc.record({ at: fc.nat(120), length: fc.integer({ min: 1, max: 40 }) }), { maxLength: 3 }),
    other: fc.array(fc.record({ at: fc.nat(120), by: fc.integer({ min: -50, max: 50 }) }), { maxLength: 3 }),
    cuts: fc.array(fc.nat(120), { maxLength: 4 }),
  });
  await fc.assert(
    fc.asyncProperty(history, async ({ slip, step, steps, beside, power, powerFrom, late, other, cuts }) => {
      const { meterIds, consumerId } = await buildMeters(database.db, {
        meters: 2,
        zone: 'Europe/Berlin',
        name: `demand ${run++}`,
      });
      const [whole = 0, pieces = 0] = meterIds;
      await database.pool.query('update ammeter set demand_slip = $2 where id = any($1)', [meterIds, slip]);
      const file = (): Promise<number> =>
        createSource(database.db, { consumerId, kind: 'import', name: 'file', createdBy: null });
      let sum = 0;
      const values = [
        ...steps.map((one, i): Value => ({
          ts: T0 + i * step * MINUTE + (i % 15 === 0 ? 0 : beside),
          code: 'PP',
          value: (sum += one) / 100,
        })),
        ...power.map((value, i): Value => ({ ts: T0 + (powerFrom + i) * MINUTE, code: 'PZ', value })),
      ];
      const corrections = other.flatMap(({ at, by }): Value[] => {
        const value = values[at];
        return value ? [{ ...value, value: value.value + by / 100 }] : [];
      });
      await send(whole, values);
      const first = await file();
      await send(whole, corrections, first);
      await foldDirty(database.db);
      const once = await usageText(database.db, whole);

      const isLate = (i: number): boolean => late.some(({ at, length }) => i >= at && i < at + length);
      const soon = values.filter((_, i) => !isLate(i));
      const borders = [0, ...cuts.toSorted((a, b) => a - b), soon.length];
      for (let i = 1; i < borders.length; i++) {
        await send(pieces, soon.slice(borders[i - 1], borders[i]));
        await foldDirty(database.db);
      }
      const second = await file();
      await send(pieces, corrections, second);
      await foldDirty(database.db);
      for (const { at, length } of late.toReversed()) {
        await send(pieces, values.slice(at, at + length));
        await foldDirty(database.db);
      }
      expect(await usageText(database.db, pieces)).toEqual(once);
      await undoSource(database.db, second, null);
      await foldDirty(database.db);
      const without = await usageText(database.db, pieces);
      await rebuild(database.db, pieces);
      expect(await usageText(database.db, pieces)).toEqual(without);
      await activateSource(database.db, second);
      await foldDirty(database.db);
      expect(await usageText(database.db, pieces)).toEqual(once);
    }),
    runs(15),
  );
});
