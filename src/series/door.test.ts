import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { codeIndex } from '#contract/dataCode.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { createSource, storeReadings, visibleMeterSet } from '#feature/meters/reading/server/public.ts';
import { withScope } from '#server/database/scope.ts';
import { buildMeters } from '#test/build/meter.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { RUNS_MS, runs } from '#test/runs.ts';
import { MeterSet } from './meterSet.ts';
import { counts, edges, type MeterWindow, readings, type Said, sealMonth } from './public.ts';

vi.setConfig({ testTimeout: RUNS_MS });

const CODES = ['PP', 'PZ', 'UA'] as const;
const DAY = 86_400_000;
/** Over the border of two months. */
const T0 = Date.UTC(2025, 1, 27);

interface Told {
  readonly meterId: number;
  readonly ts: number;
  readonly source: number;
  readonly values: readonly (number | null)[];
}

let database: TestDatabase;
let told: Told[] = [];
let mine: number[] = [];
let other: Awaited<ReturnType<typeof buildMeters>>;
let sources: number[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  const works = await buildMeters(database.db, { meters: 3, name: 'series' });
  other = await buildMeters(database.db, { meters: 1, name: 'elsewhere' });
  mine = works.meterIds;
  for (const name of ['one', 'two'])
    sources.push(await createSource(database.db, { consumerId: works.consumerId, kind: 'import', name, createdBy: null })); // prettier-ignore
  sources = [0, ...sources];
  for (const source of sources) {
    const batch = new BatchBuilder();
    for (const meterId of [...mine, ...other.meterIds])
      for (let k = 0; k < 60; k++) {
        // A hole of some days, and values of which some are lacking.
        const ts = T0 + k * 3_600_000 + (k > 30 ? 2 * DAY : 0);
        const values = CODES.map((_, c) => ((k * 7 + c * 3 + source) % 5 === 0 ? null : meterId * 1000 + k + source / 8)); // prettier-ignore
        if (values.every((value) => value === null)) continue;
        batch.row(meterId, ts);
        CODES.forEach((code, c) => values[c] != null && batch.set(codeIndex(code), values[c]));
        told.push({ meterId, ts, source, values });
      }
    await storeReadings(database.db, batch.batch(), { source });
    // What comes after that stands beside blocks.
    if (source === sources[1]) await sealAll([['2025-02-01', 1], ['2025-03-01', 1], ['2025-02-01', 2]]); // prettier-ignore
  }
  await sealAll([['2025-03-01', 1], ['2025-02-01', 1]]); // prettier-ignore
  told = told.toSorted((a, b) => a.ts - b.ts || a.source - b.source);
});
afterAll(() => database.close());

/** Seals months of some of the meters, whatever waits to be folded. */
async function sealAll(list: readonly [month: string, meter: number][]): Promise<void> {
  await database.pool.query('delete from dirty');
  for (const [month, place] of list)
    expect(await sealMonth(database.pool, mine[place] as number, month, null)).toBe('sealed');
}

const window = fc.record({
  place: fc.nat(2),
  from: fc.oneof(fc.integer({ min: -3, max: 120 }).map((h) => T0 + h * 3_600_000), fc.constant(-Infinity)),
  length: fc.oneof(fc.integer({ min: 0, max: 90 }).map((h) => h * 3_600_000), fc.constant(Infinity)),
}); // prettier-ignore
const saids = fc.constantFrom<'all' | 'device' | 'one' | 'both' | 'none'>(
  'all',
  'device',
  'one',
  'both',
  'none',
);
const asked = fc.array(window, { maxLength: 6 }).map((list): MeterWindow[] =>
  list.map(({ place, from, length }) => ({
    meterId: mine[place] as number,
    from,
    to: from + length > 0 ? from + length : Infinity,
  })),
);

function saidOf(name: string): Said {
  if (name === 'all' || name === 'device') return name;
  return name === 'none' ? [] : sources.slice(1, name === 'one' ? 2 : 3);
}

/** The same by looking at all that was told. */
const seen = ({ meterId, from, to }: MeterWindow, said: Said, codes: readonly string[]): Told[] =>
  told.filter(
    (one) =>
      one.meterId === meterId &&
      one.ts >= from &&
      one.ts < to &&
      (said === 'all' || one.source === 0 || (said !== 'device' && said.includes(one.source))) &&
      codes.some((code) => one.values[CODES.indexOf(code as never)] != null),
  );

const system = (): Promise<MeterSet> => visibleMeterSet(database.db, mine);

describe('the door tells what was told', () => {
  it('readings, window by window', async () => {
    const meters = await system();
    const codes = fc.subarray([...CODES], { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(asked, codes, saids, fc.option(fc.nat(50), { nil: undefined }), async (windows, some, name, limit) => {
        const said = saidOf(name);
        const found = await readings(database.db, meters, windows, some, { said, ...(limit !== undefined && { limit }) });
        const wanted = windows.flatMap((one, i) => seen(one, said, some).map((row) => ({ i, row }))).slice(0, limit ?? Infinity);
        expect(found.n).toBe(wanted.length);
        expect([...found.window]).toEqual(wanted.map(({ i }) => i));
        expect([...found.ts]).toEqual(wanted.map(({ row }) => row.ts));
        expect([...found.source]).toEqual(wanted.map(({ row }) => row.source));
        some.forEach((code, c) => {
          const of = CODES.indexOf(code);
          expect([...(found.values[c] ?? [])]).toEqual(wanted.map(({ row }) => row.values[of] ?? NaN));
        });
      }),
      runs(40, 1000),
    );
  }); // prettier-ignore

  it('the first and the last, and how many', async () => {
    const meters = await system();
    const code = fc.option(fc.constantFrom(...CODES), { nil: undefined });
    await fc.assert(
      fc.asyncProperty(asked, code, saids, fc.nat(40), async (windows, one, name, most) => {
        const said = saidOf(name);
        const wanted = windows.map((each) => seen(each, said, one === undefined ? CODES : [one]));
        const withCode = windows.map((each) => ({ ...each, ...(one !== undefined && { code: one }) }));
        expect(await edges(database.db, meters, withCode, 'first', { said })).toEqual(wanted.map((list) => list[0]?.ts ?? null));
        expect(await edges(database.db, meters, withCode, 'last', { said })).toEqual(wanted.map((list) => list.at(-1)?.ts ?? null));
        const options = { said, ...(one !== undefined && { code: one }) };
        expect(await counts(database.db, meters, windows, options)).toEqual(wanted.map((list) => list.length));
        const bounded = windows.map((each) => ({ ...each, most }));
        expect(await counts(database.db, meters, bounded, options)).toEqual(wanted.map((list) => Math.min(most, list.length)));
      }),
      runs(40, 1000),
    );
  }); // prettier-ignore
});

describe('a set of meters', () => {
  const all = { from: -Infinity, to: Infinity };

  it('holds what the scope of whoever asks shows, and nothing else can be asked with it', async () => {
    const ids = [...mine, ...other.meterIds];
    await withScope(database.app, [other.consumerId], async (trx) => {
      const meters = await visibleMeterSet(trx, ids);
      expect(meters.ids).toEqual(other.meterIds);
      const own = other.meterIds.map((meterId) => ({ meterId, ...all }));
      expect((await readings(trx, meters, own, ['PP'])).n).toBeGreaterThan(0);
      const strange = [...own, { meterId: mine[0] as number, ...all }];
      await expect(readings(trx, meters, strange, ['PP'])).rejects.toThrow('is not in the set');
      await expect(edges(trx, meters, strange, 'last')).rejects.toThrow('is not in the set');
      await expect(counts(trx, meters, strange)).rejects.toThrow('is not in the set');
    });
  });

  it('is refused by the compiler where somebody made one that looks alike', () => {
    const forged = { ids: mine, check: (meterId: number) => meterId };
    const attempts = [
      // @ts-expect-error What has the same form is no set.
      () => readings(database.db, forged, [], ['PP']),
      // @ts-expect-error Nobody makes one by hand.
      () => new MeterSet(mine),
      // @ts-expect-error A list of numbers is no set.
      () => counts(database.db, mine, []),
    ];
    expect(attempts).toHaveLength(3);
  });

  it('asks for codes of the table alone', async () => {
    const meters = await system();
    const windows = [{ meterId: mine[0] as number, ...all }];
    for (const code of ['XX', 'pz from reading r; drop table reading; --'])
      await expect(readings(database.db, meters, windows, [code])).rejects.toThrow('There is no data code');
    expect((await readings(database.db, meters, windows, [])).n).toBe(0);
    expect((await readings(database.db, meters, [], ['PP'])).n).toBe(0);
  });
});
