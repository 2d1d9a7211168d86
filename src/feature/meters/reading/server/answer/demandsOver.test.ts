import { afterAll, beforeAll, expect, it } from 'vitest';
import { codeIndex } from '#contract/dataCode.ts';
import { withScope } from '#server/database/scope.ts';
import { buildMeters } from '#test/build/meter.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import type { Range } from '#domain/fold/reach.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { DAY_MS as DAY, QUARTER_MS as Q } from '#domain/time/duration.ts';
import { foldDirty } from '../foldDirty.ts';
import { storeReadings } from '../storeReadings.ts';
import { demandsOver } from './demandsOver.ts';
import { extremesOver } from './extremesOver.ts';
import type { SignedMeter } from './usageSum.ts';

/** Midnight of 2025-01-06 in Shanghai. */
const T0 = Date.UTC(2025, 0, 5, 16);
const DAYS = 4;
const LIMIT = 28;
let database: TestDatabase;
let consumerId = 0;
let meterIds: number[] = [];
/** kWh by meter and quarter; null where a reading is missing. Equals are frequent, the third day is of equals alone. */
const truth = (m: number, k: number): number | null => {
  const silent = (at: number): boolean => m === 0 && at % 96 > 40 && at % 96 < 47;
  if (silent(k) || silent(k + 1)) return null;
  return energy(m, k);
};
const energy = (m: number, k: number): number =>
  k >= (2 * DAY) / Q && k < (3 * DAY) / Q ? 3 : (k * 7919 + m * 13) % 9;

beforeAll(async () => {
  database = await createTestDatabase();
  ({ consumerId, meterIds } = await buildMeters(database.db, { meters: 2, name: 'demands' }));
  const builder = new BatchBuilder();
  for (const [m, id] of meterIds.entries()) {
    let register = 0;
    for (let k = 0; k <= DAYS * 96; k++) {
      if (!(m === 0 && k % 96 > 40 && k % 96 < 47)) {
        builder.row(id, T0 + k * Q);
        builder.set(codeIndex('PP'), register);
      }
      register += energy(m, k);
    }
  }
  await storeReadings(database.db, builder.batch());
  await foldDirty(database.db);
});
afterAll(() => database.close());

/** Whole days, or intervals that begin within an hour. */
const intervalsOf = (off: number): Range[] =>
  Array.from({ length: DAYS - 1 }, (_, i) => ({ from: T0 + i * DAY + off, to: T0 + (i + 1) * DAY + off }));

it.each([
  ['one meter', [1]],
  ['one meter that is taken away', [-1]],
  ['two meters', [1, 1]],
  ['a difference', [1, -1]],
] as const)('demands and extremes are those of every quarter: %s', async (_, signs) => {
  for (const off of [0, Q]) {
    const intervals = intervalsOf(off);
    const signed = signs.map((sign, m): SignedMeter => ({ meterId: meterIds[m] ?? 0, sign }));
    const quarters = Array.from({ length: DAYS * 96 }, (_q, k) => {
      const each = signs.map((sign, m) => {
        const own = truth(m, k);
        return own === null ? null : sign * own;
      });
      return {
        ts: T0 + k * Q,
        value: each.includes(null) ? null : each.reduce<number>((sum, one) => sum + (one ?? 0), 0),
      };
    });
    const within = intervals.map(({ from, to }) =>
      quarters.flatMap(({ ts, value }) => (value !== null && ts >= from && ts < to ? [{ ts, value }] : [])),
    );
    const [demands, uncounted, extremes] = await withScope(database.app, [consumerId], async (trx) => [
      await demandsOver(trx, signed, intervals, BigInt(LIMIT * 1_000_000)),
      await demandsOver(trx, signed, intervals, BigInt(LIMIT * 1_000_000), false),
      await extremesOver(trx, signed, intervals, T0 + DAYS * DAY),
    ]);
    const reported = within.map((own) => ({
    known: own.length,
    over: own.filter(({ value }) => value * 4 > LIMIT).length,
    highest: own.toSorted((a, b) => b.value - a.value || a.ts - b.ts).slice(0, 2).map(({ ts, value }) => ({ ts, demand: BigInt(value * 4_000_000), at: ts + 900_000 })),
  })); // prettier-ignore
    expect(demands).toEqual(reported);
    expect(uncounted).toEqual(reported.map((one) => ({ ...one, known: null, over: null })));
    const best = (own: (typeof within)[number], sign: number) => {
      const [one] = own.toSorted((a, b) => sign * (a.value - b.value) || a.ts - b.ts);
      return one && { ts: one.ts, energy: BigInt(one.value * 1_000_000) };
    };
    expect(extremes).toEqual(
      within.map((own) => ({
        n: own.length,
        energy: BigInt(own.reduce((sum, { value }) => sum + value, 0) * 1_000_000),
        max: best(own, -1),
        min: best(own, 1),
      })),
    );
  }
});
