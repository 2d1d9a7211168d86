import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { codeIndex } from '#contract/dataCode.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { DAY_MS, QUARTER_MS } from '#domain/time/duration.ts';
import { checkFigures, openFigureMonth, openMonth, sealFigures, sealMonth } from '#series/public.ts';
import { queryableOf } from '#server/database/queryable.ts';
import { buildMeters, usageText } from '#test/build/meter.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { RUNS_MS, runs } from '#test/runs.ts';
import { freshnessOf } from './answer/freshness.ts';
import { newestOf } from './answer/newestOf.ts';
import { provenanceOf } from './answer/provenanceOf.ts';
import { rawReadings, readingsOf } from './answer/readingsOf.ts';
import { foldDirty, markDirty, rebuild, settle } from './foldDirty.ts';
import { activateSource, createSource, undoSource } from './source.ts';
import { storeReadings } from './storeReadings.ts';

vi.setConfig({ testTimeout: RUNS_MS });

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const MONTHS = ['2025-01-01', '2025-02-01'] as const;
const BORDER = Date.UTC(2025, 1, 1);
const START = Date.UTC(2025, 0, 1);
const END = Date.UTC(2025, 2, 1);
const CODES = ['PP', 'PP', 'PP', 'RP', 'PZ', 'UA'] as const;

/** Places around the border of two months, of which one lies over it; at each a few quarters of an hour. */
const PLACES = [-1.6, -1, -0.5, -0.06, 0.2, 0.9, 1.5];
/** How far apart they are: mostly some hours; where all is tried some days too. */
const SPREADS = [...Array.from({ length: 15 }, () => 1), process.env['TEST_ALL'] ? 12 : 1];

const reading = fc.record({
  place: fc.nat(PLACES.length - 1),
  quarter: fc.nat(11),
  jitter: fc.constantFrom(0, 0, 0, 30_000, 400_000),
  code: fc.constantFrom(...CODES),
  /** Hundredths that it grows beyond its course, or another value. */
  step: fc.oneof({ weight: 4, arbitrary: fc.nat(30) }, { weight: 1, arbitrary: fc.integer({ min: -1000, max: 100_000 }) }),
}); // prettier-ignore
type Told = typeof reading extends fc.Arbitrary<infer T> ? T : never;

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('deliver' as const), by: fc.constantFrom(0, 0, 0, 1, 2), rows: fc.array(reading, { minLength: 1, maxLength: 25 }) }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('seal' as const), month: fc.constantFrom(...MONTHS), figures: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('open' as const), month: fc.constantFrom(...MONTHS), figures: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('undo' as const, 'activate' as const), by: fc.constantFrom(1, 2) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('void' as const), code: fc.constantFrom('PP', 'RP'), place: fc.nat(PLACES.length - 1), quarter: fc.nat(6), long: fc.nat(6) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('fold' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('again' as const), place: fc.option(fc.nat(PLACES.length - 1), { nil: null }) }) },
); // prettier-ignore
const steps = fc.array(step, { minLength: 4, maxLength: 14, size: 'max' });
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

let spread = 1;
const instantOf = (place: number, quarter: number): number =>
  BORDER +
  Math.round(((PLACES[place] as number) * spread * DAY_MS) / QUARTER_MS) * QUARTER_MS +
  quarter * QUARTER_MS;

function batchOf(meterId: number, rows: readonly Told[]) {
  const batch = new BatchBuilder();
  for (const { place, quarter, jitter, code, step: grown } of rows) {
    const ts = instantOf(place, quarter) + jitter;
    batch.row(meterId, ts);
    batch.set(codeIndex(code), (Math.round((ts - START) / QUARTER_MS) * 30 + grown) / 100);
  }
  return batch.batch();
}

/** All that anybody is told of a meter, but its number. */
async function told(meterId: number): Promise<unknown> {
  const { db } = database;
  const provenance = [];
  for (const [place, level, code] of [
    [2, 2, 'RP'],
    [3, 1, 'PP'],
    [3, 3, 'PP'],
    [5, 4, 'PP'],
  ] as const) {
    const { disputes, ...rest } = await provenanceOf(db, meterId, level, instantOf(place, 2), { code });
    provenance.push({ ...rest, meterId: 0, disputes: disputes.map((one) => ({ ...one, receivedAt: 0 })) });
  }
  const curves = [];
  for (const code of ['PP', 'PZ', 'UA'])
    curves.push(await readingsOf(db, meterId, code, START - DAY_MS, END));
  const newest = [];
  for (const place of [1, 3, 4, 6])
    for (const { code, at, value } of await newestOf(db, ['PP', 'RP', 'UA'].map((code) => ({ meterId, code })), instantOf(place, 5)))
      newest.push({ place, code, at, value }); // prettier-ignore
  const { rows: corrections } = await sql`select code, ts, start_ts, source, value::text from correction
    where meter_id = ${meterId} order by code, ts, source, received_at`.execute(db);
  const { rows: extent } =
    await sql`select codes, first_ts, last_ts, heard_ts, counts_from, counts_to from meter_fold
    where meter_id = ${meterId}`.execute(db);
  return {
    usage: await usageText(db, meterId),
    raw: await rawReadings(db, meterId, START - DAY_MS, END),
    fresh: (await freshnessOf(db, [meterId], END)).map(({ lastAt }) => lastAt),
    provenance,
    curves,
    newest,
    corrections,
    extent,
  };
}

let built = 0;

async function twins() {
  const works = await buildMeters(database.db, { name: `sealed ${++built}` });
  const other = await buildMeters(database.db, { name: `open ${built}` });
  const source = (kind: 'import' | 'person', name: string) =>
    createSource(database.db, { consumerId: works.consumerId, kind, name, createdBy: null });
  const sources = [
    0,
    await source('import', 'one'),
    await source('import', 'two'),
    await source('person', 'p'),
  ];
  return { sealed: works.meterIds[0] as number, open: other.meterIds[0] as number, sources };
}

async function act(one: Step, meters: readonly number[], sources: readonly number[]): Promise<unknown[]> {
  const { db, pool } = database;
  const [sealed = 0] = meters;
  switch (one.kind) {
    case 'deliver': {
      const source = sources[one.by] as number;
      const stored = [];
      for (const meterId of meters)
        stored.push(await storeReadings(db, batchOf(meterId, one.rows), { source }));
      return stored;
    }
    case 'seal':
      await settle(db, sealed);
      expect(['sealed', 'nothing']).toContain(await sealMonth(pool, sealed, one.month, null));
      if (one.figures) {
        expect(['sealed', 'nothing']).toContain(await sealFigures(pool, sealed, one.month, null));
        expect((await checkFigures(pool)).faults).toEqual([]);
      }
      return [];
    case 'open':
      await openMonth(pool, sealed, one.month);
      if (one.figures)
        await database.db
          .transaction()
          .execute((trx) => openFigureMonth(queryableOf(trx), sealed, one.month));
      return [];
    case 'undo':
      await undoSource(db, sources[one.by] as number, null);
      return [];
    case 'activate':
      await activateSource(db, sources[one.by] as number);
      return [];
    case 'void': {
      const [from, to] = [instantOf(one.place, one.quarter), instantOf(one.place, one.quarter + one.long)];
      for (const meterId of meters) {
        await sql`insert into reading_void (meter_id, source, code, kind, from_ts, to_ts)
          values (${meterId}, ${sources[3]}, ${one.code}, 'reading', ${new Date(from)}, ${new Date(to)})`.execute(
          db,
        );
        await markDirty(db, meterId, from, to);
      }
      return [];
    }
    case 'fold':
      await foldDirty(db);
      return [];
    case 'again':
      for (const meterId of meters)
        await (one.place === null
          ? rebuild(db, meterId)
          : rebuild(db, meterId, instantOf(one.place, 0), instantOf(one.place, 9)));
      return [];
  }
}

it('a meter whose months are sealed and opened at random tells what one tells that never is', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.constantFrom(...SPREADS), async (list, apart) => {
      spread = apart;
      const { sealed, open, sources } = await twins();
      for (const one of list) {
        const [a, b] = await act(one, [sealed, open], sources);
        expect(a).toEqual(b);
      }
      await settle(database.db, sealed);
      await settle(database.db, open);
      const [one, other] = [await told(sealed), await told(open)];
      // To compare texts costs a fraction.
      if (JSON.stringify(one) !== JSON.stringify(other)) expect(one).toEqual(other);
    }),
    {
      ...runs(8),
      // Readings that count for a code stood beside sealed ones that count for another, in one quarter of an hour.
      examples: [
        [
          [
            { kind: 'deliver', by: 0, rows: [{ place: 5, quarter: 5, jitter: 0, code: 'PP', step: 0 }] },
            { kind: 'seal', month: '2025-02-01', figures: true },
            { kind: 'deliver', by: 2, rows: [{ place: 5, quarter: 5, jitter: 0, code: 'PZ', step: 0 }] },
          ],
          1,
        ],
      ],
    },
  );
});
