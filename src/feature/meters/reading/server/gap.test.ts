import { sql } from 'kysely';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { codeIndex } from '#contract/dataCode.ts';
import { FLAG } from '#contract/usageFlag.ts';
import { QUARTER_MS as Q } from '#domain/time/duration.ts';
import { buildMeters, usageText } from '#test/build/meter.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { RUNS_MS, runs } from '#test/runs.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { foldDirty, rebuild } from './foldDirty.ts';
import { storeReadings } from './storeReadings.ts';

vi.setConfig({ testTimeout: RUNS_MS });

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

async function send(meter: number, stands: readonly (readonly [number, number])[]): Promise<void> {
  const builder = new BatchBuilder();
  for (const [ts, value] of stands) {
    builder.row(meter, ts);
    builder.set(codeIndex('PP'), value);
  }
  await storeReadings(database.db, builder.batch());
  await foldDirty(database.db);
}

it('gaps that follow the week before: in pieces and in any order as rebuilt, to the last bit', async () => {
  let run = 0;
  const history = fc.record({
    start: fc.constantFrom(Date.UTC(2025, 2, 26), Date.UTC(2025, 5, 2, 3)),
    steps: fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 5, maxLength: 90 }),
    holes: fc.array(fc.record({ at: fc.nat(1000), length: fc.integer({ min: 1, max: 70 }) }), {
      maxLength: 5,
    }),
    rated: fc.constantFrom(null, 4),
    cuts: fc.array(fc.nat(1000), { maxLength: 5 }),
    backwards: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(history, async ({ start, steps, holes, rated, cuts, backwards }) => {
      const { meterIds } = await buildMeters(database.db, {
        meters: 2,
        zone: 'Europe/Berlin',
        name: `gap ${run++}`,
      });
      const [whole = 0, pieces = 0] = meterIds;
      await sql`update ammeter set gap_shape = '2', rated_power = ${rated} where id = any(${meterIds})`.execute(
        database.db,
      );
      let hundredths = 0;
      const stands: [number, number][] = [];
      for (let q = 0; q <= 10 * 96; q++) {
        hundredths += steps[q % steps.length] ?? 0;
        if (holes.some(({ at, length }) => q >= at && q < at + length)) continue;
        stands.push([start + q * Q, hundredths / 100]);
      }
      await send(whole, stands);
      const borders = [0, ...cuts.toSorted((a, b) => a - b), stands.length];
      const parts = borders.slice(1).map((end, i) => stands.slice(borders[i], end));
      for (const part of backwards ? parts.toReversed() : parts) await send(pieces, part);
      const once = await usageText(database.db, whole);
      expect(await usageText(database.db, pieces)).toEqual(once);
      await rebuild(database.db, pieces);
      expect(await usageText(database.db, pieces)).toEqual(once);
    }),
    runs(8),
  );
});

it('a late reading a week before a gap changes its shape, not its total', async () => {
  const { meterIds } = await buildMeters(database.db, { name: 'late week', zone: 'UTC' });
  const meter = meterIds[0] ?? 0;
  await sql`update ammeter set gap_shape = '2' where id = ${meter}`.execute(database.db);
  const start = Date.UTC(2025, 0, 6);
  const at = 7 * 96 + 40;
  const stand = (q: number): [number, number] => [start + q * Q, q + (q % 4 === 3 ? 0.5 : 0)];
  const quarters = Array.from({ length: 8 * 96 }, (_, q) => q);
  await send(meter, quarters.filter((q) => q !== 42 && !(q > at && q < at + 4)).map(stand));
  const gap = async (): Promise<{ pp: string; flags: number; md: string | null }[]> => {
    const { rows } = await database.pool.query(
      `select pp, flags, md from usage where meter_id = $1 and level = 1 and ts >= $2 and ts < $3 order by ts`,
      [meter, new Date(start + at * Q), new Date(start + (at + 4) * Q)],
    );
    return rows;
  };
  expect((await gap()).map((row) => row.pp)).toEqual(['1000000', '1000000', '1000000', '1000000']);
  await send(meter, [stand(42)]);
  const after = await gap();
  expect(after.map((row) => row.pp)).toEqual(['1000000', '1000000', '1500000', '500000']);
  expect(after.every((row) => row.md === null && (row.flags & FLAG.interpolated) !== 0)).toBe(true);
});
