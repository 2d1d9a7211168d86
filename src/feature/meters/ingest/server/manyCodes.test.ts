import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Db } from '#server/database/db.ts';
import { withScope } from '#server/database/scope.ts';
import { manyCodes } from '#test/build/manyCodes.ts';
import { buildMeters } from '#test/build/meter.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { RUNS_MS, runs } from '#test/runs.ts';
import { missingColumns } from '#series/reading/missingColumns.ts';
import {
  CodeSet,
  createSource,
  foldDirty,
  gaugesOf,
  provenanceOf,
  rawReadings,
  readingsOf,
  type Stored,
  storeReadings,
  undoSource,
} from '#feature/meters/reading/server/public.ts';
import { type Decoded, decodeTelemetry } from '../domain/decode.ts';

vi.setConfig({ testTimeout: RUNS_MS });

const TABLE = manyCodes(120);
const NAMES = TABLE.entries.map(({ code }) => code);
const T0 = Date.UTC(2025, 4, 5);
const Q = 900_000;
/** Before the 31st, and beyond the 31st and the 63rd; the last. */
const SOME = ['PP', 'PZ', 'G50', 'G70', 'G119'];

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await sql.raw((await missingColumns(database.db, TABLE)).join('\n')).execute(database.db);
});
afterAll(() => database.close());

type Values = Readonly<Record<string, number>>;
type Entry = readonly [ts: number, values: Values];

function decoded(meter: number, entries: readonly Entry[]): Decoded {
  const at = { id: meter, since: -Infinity, zone: 'UTC' };
  const devices = new Map([['M', { meter: at, multiplier: null, ignored: false, keys: null }]]);
  const body = { M: entries.map(([ts, values]) => ({ ts, values })) };
  const found = decodeTelemetry(body, { zone: 'UTC', devices }, T0 + 100 * Q, 'none', TABLE);
  if (!found) throw new Error('The body is an object.');
  return found;
}

const send = (meter: number, entries: readonly Entry[], source = 0): Promise<Stored> =>
  storeReadings(database.db, decoded(meter, entries).batch, { source });

/** A value of every code, in an order that is not the table's. */
const all = (of: (place: number) => number): Values =>
  Object.fromEntries(NAMES.map((name, place) => [name, of(place)] as const).toReversed());

async function build(name: string) {
  const { consumerId, meterIds } = await buildMeters(database.db, { name, zone: 'UTC' });
  const meter = meterIds[0] ?? 0;
  const query = <T>(ask: (trx: Db) => Promise<T>): Promise<T> => withScope(database.app, [consumerId], ask);
  const raw = () => query((trx) => rawReadings(trx, meter, T0, T0 + 100 * Q, TABLE));
  return { consumerId, meter, asked: query, raw };
}

/** What was replaced, in the order in which it was. */
async function corrections(meter: number): Promise<unknown[]> {
  const { rows } = await sql<{ code: string; at: Date; value: number }>`
    select code, ts as at, value::float8 as value from correction where meter_id = ${meter}
    order by code, ts, received_at`.execute(database.db);
  return rows.map(({ code, at, value }) => [code, (at.getTime() - T0) / Q, value]);
}

describe('a table of 120 codes', () => {
  it('is decoded, stored and read back whole; a second delivery changes nothing', async () => {
    const { meter, asked: query, raw } = await build('whole');
    const entries: Entry[] = [0, 1, 2].map((k) => [T0 + k * Q, all((place) => place + k / 4)]);
    expect(decoded(meter, entries).rejectedCount).toBe(0);
    expect(await send(meter, entries)).toEqual({ accepted: 360, duplicate: 0, conflict: 0 });
    expect(await send(meter, entries)).toEqual({ accepted: 0, duplicate: 360, conflict: 0 });
    expect((await raw()).map(({ ts, values }) => [ts, values])).toEqual(entries);
    for (const name of SOME) {
      const curve = await query((trx) => readingsOf(trx, meter, name, T0, T0 + 3 * Q, 100, TABLE));
      expect(curve.points).toEqual(entries.map(([ts, values]) => ({ ts, value: values[name] })));
    }
    const samples = await query((trx) => gaugesOf(trx, meter, SOME, T0, T0 + 3 * Q, TABLE));
    expect(samples).toEqual(
      entries.map(([ts, values]) => ({ ts, values: SOME.map((name) => values[name]) })),
    );
  });

  it('knows aliases of every code, and holds values of every code by their names', () => {
    const { batch } = decoded(1, [[T0, { cell119: 7, Cell64: 8, energy: 9 }]]);
    expect([...batch.codes].map((code) => NAMES[code])).toEqual(['PP', 'G64', 'G119']);
    expect(decoded(1, [[T0 + 200 * Q, { G64: 8, G119: 7 }]]).held).toMatchObject([
      { reason: 'clockAhead', values: { G64: 8, G119: 7 }, n: 2 },
    ]);
    expect(decoded(1, [[T0, { PP5: -1, G119: -7 }]]).held).toMatchObject([
      { reason: 'negative', values: { PP5: -1 } },
    ]);
  });

  it('fills, corrects and repeats values late and out of order; what was replaced is kept', async () => {
    const { meter, raw } = await build('late');
    await send(meter, [[T0 + 2 * Q, { PP: 3, G70: 30 }]]);
    // Late, and beside it a code that the row does not have yet.
    expect(
      await send(meter, [
        [T0 + 2 * Q, { G119: 5, G70: 30 }],
        [T0, { PP: 1, G50: 10, G70: 10 }],
      ]),
    ).toEqual({ accepted: 4, duplicate: 1, conflict: 0 });
    // Corrected beyond the 31st and the 63rd, in one delivery with a value that fills and one that is there.
    expect(await send(meter, [[T0, { PP: 1, G50: 11, G70: 12, G100: 4 }]])).toEqual({
      accepted: 1,
      duplicate: 1,
      conflict: 2,
    });
    // What it said at first comes again, and changes nothing.
    expect(await send(meter, [[T0, { PP: 1, G50: 10, G70: 10 }]])).toEqual({
      accepted: 0,
      duplicate: 3,
      conflict: 0,
    });
    // One delivery that contradicts itself.
    expect(await send(meter, [[T0, { G70: 13 }], [T0, { G70: 14 }]])).toEqual({ accepted: 0, duplicate: 0, conflict: 2 }); // prettier-ignore
    expect((await raw()).map(({ ts, values }) => [ts, values])).toEqual([
      [T0, { PP: 1, G50: 11, G70: 14, G100: 4 }],
      [T0 + 2 * Q, { PP: 3, G70: 30, G119: 5 }],
    ]);
    expect(await corrections(meter)).toEqual([
      ['G50', 0, 10],
      ['G70', 0, 10],
      ['G70', 0, 12],
      ['G70', 0, 13],
    ]);
  });

  it('tells where a value comes from: its source, the person over the device, what it replaced', async () => {
    const { consumerId, meter, asked: query, raw } = await build('origin');
    await send(meter, [
      [T0, all((place) => place)],
      [T0 + Q, all((place) => place + 1)],
    ]);
    await send(meter, [[T0 + Q, { PP: 5, G100: 6 }]]);
    const person = { consumerId, kind: 'person', name: 'read by hand', createdBy: null } as const;
    const source = await query((trx) => createSource(trx, person));
    await send(meter, [[T0 + Q, { G100: 7 }]], source);
    await foldDirty(database.db);
    const { rows } = await sql<{ meter: string; touched: string }>`
      select f.codes as meter, d.codes as touched from meter_fold f join data_source_meter d using (meter_id)
      where meter_id = ${meter}`.execute(database.db);
    expect(NAMES.filter((_, code) => CodeSet.read(rows[0]?.meter ?? '').has(code))).toEqual(NAMES);
    expect(NAMES.filter((_, code) => CodeSet.read(rows[0]?.touched ?? '').has(code))).toEqual(['G100']);
    expect(
      (await raw()).map(({ source: from, sourceName, values }) => [from, sourceName, values['G100']]),
    ).toEqual([
      [0, null, 100],
      [0, null, 6],
      [source, 'read by hand', 7],
    ]);
    const counting = async (): Promise<unknown> =>
      (await query((trx) => readingsOf(trx, meter, 'G100', T0 + Q, T0 + 2 * Q, 100, TABLE))).points[0]?.value;
    expect(await counting()).toBe(7);
    expect(await query((trx) => undoSource(trx, source, null))).toBe(true);
    expect(await counting()).toBe(6);
    expect(await corrections(meter)).toEqual([
      ['G100', 1, 101],
      ['PP', 1, 1],
    ]);
    await foldDirty(database.db);
    const origin = await query((trx) => provenanceOf(trx, meter, 1, T0));
    expect(origin).toMatchObject({
      energy: 5,
      disputes: [{ code: 'PP', value: '1', source: 0 }],
      sources: [{ kind: 'device' }],
    });
  });
});

/** Deliveries of a few values for two instants. */
const deliveries = fc.array(
  fc.array(
    fc.record({
      at: fc.integer({ min: 0, max: 1 }),
      code: fc.oneof(fc.constantFrom(...SOME), fc.constantFrom(...NAMES)),
      value: fc.integer({ min: 0, max: 4 }),
    }),
    { minLength: 1, maxLength: 30 },
  ),
  { minLength: 1, maxLength: 6 },
);

it('of any deliveries the last value that is new stays, and those before are kept', async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(deliveries, async (given) => {
      const { meter, raw } = await build(`any ${run++}`);
      const said = new Map<string, number[]>();
      const counts = { accepted: 0, duplicate: 0, conflict: 0 };
      for (const delivery of given) {
        const stored = await send(meter, delivery.map(({ at, code, value }): Entry => [T0 + at * Q, { [code]: value }])); // prettier-ignore
        const before = { ...counts };
        for (const { at, code, value } of delivery) {
          const values = said.get(`${at} ${code}`) ?? [];
          said.set(`${at} ${code}`, values);
          counts[values.includes(value) ? 'duplicate' : values.length === 0 ? 'accepted' : 'conflict']++;
          if (!values.includes(value)) values.push(value);
        }
        expect(stored).toEqual({
          accepted: counts.accepted - before.accepted,
          duplicate: counts.duplicate - before.duplicate,
          conflict: counts.conflict - before.conflict,
        });
      }
      const kept = (await raw()).flatMap(({ ts, values }) =>
        Object.entries(values).map(([code, value]) => [`${(ts - T0) / Q} ${code}`, value] as const),
      );
      expect(new Map(kept)).toEqual(new Map([...said].map(([place, values]) => [place, values.at(-1)])));
      const earlier = [...said].flatMap(([place, values]) =>
        values.slice(0, -1).map((value) => `${place} ${value}`),
      );
      const found = (await corrections(meter)).map((row) => {
        const [code, at, value] = row as [string, number, number];
        return `${at} ${code} ${value}`;
      });
      expect(found.toSorted()).toEqual(earlier.toSorted());
    }),
    runs(25, 300),
  );
});
