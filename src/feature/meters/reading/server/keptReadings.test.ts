import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { codeIndex } from '#contract/dataCode.ts';
import { PLAIN_SEGMENT } from '#domain/ledger/segment.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { HOUR_MS, MINUTE_MS, QUARTER_MS } from '#domain/time/duration.ts';
import type { FoldCell } from '#series/public.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { buildMeters, usageText } from '#test/build/meter.ts';
import { type TestDatabase, createTestDatabase } from '#test/database.ts';
import { RUNS_MS, runs } from '#test/runs.ts';
import { foldHeld, foldMeter } from './foldMeter.ts';
import type { ThinFacts } from './thin.ts';
import { KeptColumns } from './keptColumns.ts';
import { type FoldReadings, KeptReadings } from './keptReadings.ts';
import type { Queryable } from './queryable.ts';
import { activateSource, createSource, undoSource } from './source.ts';
import { storeReadings } from './storeReadings.ts';

vi.setConfig({ testTimeout: RUNS_MS });

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const CODES = ['PP', 'PZ', 'RP'] as const;
const STEP_MS = 10_000;

/** What may happen to a meter that sends every ten seconds. */
const action = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('goes on' as const),
      rows: fc.integer({ min: 1, max: 90 }),
      // Of the register, and rarely one that falls or leaps.
      jump: fc.oneof({ weight: 8, arbitrary: fc.constant(0) }, fc.constantFrom(-30, -0.25, 0.5, 900)),
      still: fc.integer({ min: 0, max: 40 }),
      often: fc.constantFrom(1, 1, 3),
    }),
  },
  fc.record({
    kind: fc.constant('comes late' as const),
    back: fc.integer({ min: 1, max: 300 }),
    besideMs: fc.integer({ min: 1, max: 9999 }),
    off: fc.constantFrom(0, 0, 0.1, -40),
  }),
  fc.record({
    kind: fc.constantFrom('sends again' as const, 'imports' as const),
    step: fc.integer({ min: 0, max: 400 }),
    code: fc.constantFrom(...CODES),
    value: fc.integer({ min: 0, max: 5000 }),
  }),
  fc.record({ kind: fc.constantFrom('undoes' as const, 'counts again' as const) }),
);
/** Who folds the meter then; by another process nothing is known here. */
const folds = fc.constantFrom('this process', 'this process', 'another', 'nobody');
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never;

/** A meter to which the same happens as to its twin. */
class Sender {
  readonly #id: number;
  readonly #consumerId: number;
  readonly #start: number;
  #step = 0;
  #register = 100;
  /** What the register showed at each step. */
  readonly #shown: number[] = [];
  #source: number | undefined;

  constructor(id: number, consumerId: number, start: number) {
    this.#id = id;
    this.#consumerId = consumerId;
    this.#start = start;
  }

  async act(what: Action): Promise<void> {
    const { db } = database;
    if (what.kind === 'goes on') {
      const builder = new BatchBuilder();
      this.#register += what.jump;
      if (what.still > 30) this.#step += what.still;
      for (let n = 0; n < what.rows; n++, this.#step++) {
        this.#register += 1 / 8;
        this.#shown[this.#step] = this.#register;
        builder.row(this.#id, this.#start + this.#step * STEP_MS);
        if (this.#step % what.often === 0) builder.set(codeIndex('PP'), this.#register);
        builder.set(codeIndex('PZ'), this.#step % 97 === 96 ? 2e7 : 40 + ((this.#step * 37) % 11));
        if (this.#step % 5 === 0) builder.set(codeIndex('RP'), 7 + this.#step / 64);
      }
      await storeReadings(db, builder.batch(), { source: 0 });
    } else if (what.kind === 'comes late') {
      const step = Math.max(0, this.#step - what.back);
      const builder = new BatchBuilder();
      builder.row(this.#id, this.#start + step * STEP_MS + what.besideMs);
      builder.set(codeIndex('PP'), (this.#shown[step] ?? 100) + what.off);
      builder.set(codeIndex('PZ'), 55);
      await storeReadings(db, builder.batch(), { source: 0 });
    } else if (what.kind === 'sends again' || what.kind === 'imports') {
      const source = what.kind === 'imports' ? await this.#ownSource() : 0;
      const builder = new BatchBuilder();
      builder.row(this.#id, this.#start + what.step * STEP_MS);
      builder.set(codeIndex(what.code), what.value);
      await storeReadings(db, builder.batch(), { source });
    } else if (this.#source !== undefined) {
      if (what.kind === 'undoes') await undoSource(db, this.#source, null);
      if (what.kind === 'counts again') await activateSource(db, this.#source);
    }
  }

  async #ownSource(): Promise<number> {
    this.#source ??= await createSource(database.db, {
      consumerId: this.#consumerId,
      kind: 'import',
      name: 'a sheet',
      createdBy: null,
    });
    return this.#source;
  }
}

let built = 0;

/** Folds a meter and keeps nothing. */
const foldAfresh = (id: number): Promise<void> =>
  inTransaction(database.pool, (client) => foldHeld(client, id));

const history = fc.record({
  // The least forbids what the register rises by.
  rated: fc.constantFrom(null, 60, 30),
  /** Of the quarter of an hour in which it begins. */
  minute: fc.integer({ min: 0, max: 14 }),
  actions: fc.array(fc.tuple(action, folds), { minLength: 3, maxLength: 20 }),
});

it('what is kept of readings leads to the same figures as reading them all', async () => {
  await fc.assert(
    fc.asyncProperty(history, async ({ rated, minute, actions }) => {
      const { meterIds, consumerId } = await buildMeters(database.db, { meters: 2, name: `kept ${++built}` });
      const [id = 0, twin = 0] = meterIds;
      const start = Math.floor(Date.now() / QUARTER_MS) * QUARTER_MS - 5 * HOUR_MS + minute * MINUTE_MS;
      await sql`update ammeter set rated_power = ${rated} where id = any(${meterIds})`.execute(database.db);
      const both = [new Sender(id, consumerId, start), new Sender(twin, consumerId, start)];
      for (const [what, by] of actions) {
        for (const one of both) await one.act(what);
        if (by === 'nobody') continue;
        if (by === 'another') await foldAfresh(id);
        else while ((await foldMeter(database.pool, id)) !== 0);
        await foldAfresh(twin);
        expect(await usageText(database.db, id)).toEqual(await usageText(database.db, twin));
      }
    }),
    runs(40),
  );
});

const cells: readonly FoldCell[] = Array.from({ length: 20 }, (_, i) => [
  i * 10,
  i % 3,
  1,
  i % 4 ? i / 8 : null,
]);

/** Answers cells as the database would, and notes what it was asked. */
function asked(): { db: Queryable; spans: [number, number][] } {
  const spans: [number, number][] = [];
  const query = async ({ values }: { values: unknown[] }) => {
    const [from, to] = [Number(values[1]), Number(values[2])];
    spans.push([from, to]);
    return { rows: cells.filter(([ts]) => ts >= from && ts < to).map((cell) => [...cell, null]) };
  };
  return { db: { query } as unknown as Queryable, spans };
}

const FACTS: ThinFacts = { life: [PLAIN_SEGMENT], ratedPower: null, plain: true };

/** Begins a fold of a meter of which these facts are known. */
function beginOf(kept: KeptReadings, ...of: Parameters<KeptReadings['begin']>): FoldReadings {
  const readings = kept.begin(...of);
  readings.by(FACTS);
  return readings;
}

it('is read from the first mark on', async () => {
  const { db, spans } = asked();
  const kept = new KeptReadings();
  const first = beginOf(kept, 1, null, 150, -Infinity);
  await first.load(db, 1, ['PP'], 20, 160);
  kept.keep(1, 'once', first);
  const second = beginOf(kept, 1, 'once', 151, -Infinity);
  expect(await second.load(db, 1, ['PP'], 40, 190)).toEqual({ rows: cells.slice(4, 19), minutes: [] });
  expect(spans).toEqual([
    [20, 160],
    [151, 190],
  ]);
});

it.each([
  ['somebody else folded meanwhile', 'twice', ['PP'], 20, -Infinity],
  ['other codes are asked for', 'once', ['PP', 'PZ'], 20, -Infinity],
  ['more is asked for than was read', 'once', ['PP'], 10, -Infinity],
  ['what was read is final now', 'once', ['PP'], 20, 30],
] as const)('is read afresh where %s', async (_, foldedBefore, codes, from, closed) => {
  const { db, spans } = asked();
  const kept = new KeptReadings();
  const first = beginOf(kept, 1, null, 150, -Infinity);
  await first.load(db, 1, ['PP'], 20, 160);
  kept.keep(1, 'once', first);
  const second = beginOf(kept, 1, foldedBefore, 155, closed);
  await second.load(db, 1, codes, from, 160);
  expect(spans[1]).toEqual([from, 160]);
});

it('columns are the rows that they were made of, wherever they begin and end', () => {
  const row = fc.tuple(fc.nat(99), fc.nat(5), fc.nat(3), fc.option(fc.double({ noNaN: true })), fc.option(fc.double({ noNaN: true }))); // prettier-ignore
  fc.assert(
    fc.property(fc.array(row), fc.nat(99), fc.nat(99), fc.nat(99), (rows, a, b, c) => {
      const [from, middle, to] = [a, b, c].toSorted((x, y) => x - y) as [number, number, number];
      const all = rows.toSorted(([x], [y]) => x - y);
      const within = (least: number, end: number): FoldCell[] =>
        all.filter(([ts]) => ts >= least && ts < end);
      const columns = new KeptColumns('PP,PZ', 2, 0, middle, within(0, middle));
      columns.add(within(middle, 100), 100);
      expect(columns.between(from, to)).toEqual(within(from, to));
      columns.beginAt(from);
      columns.endAt(to);
      expect(columns.between(0, 100)).toEqual(within(from, to));
    }),
    runs(200),
  );
});

it('what lies between two milliseconds stays on its side of a border, what was computed a little beside one does not', () => {
  const columns = new KeptColumns('PP', 1, 0, 5000, [[999.6, 0, 1, 1], [1999.999_999_8, 0, 1, 2], [3000.000_000_2, 0, 1, 3]]); // prettier-ignore
  columns.beginAt(1000);
  columns.endAt(3000);
  expect(columns.between(0, 5000)).toEqual([[2000, 0, 1, 2]]);
});

it('no more is kept than fits, of the meters folded last; history is not', async () => {
  const { db, spans } = asked();
  const kept = new KeptReadings();
  const codes = Array.from({ length: 100_000 }, (_, i) => String(i));
  for (let meter = 1; meter <= 24; meter++) {
    const one = beginOf(kept, meter, null, 0, -Infinity);
    // Eight rows are room for the first: 6.4 MB each.
    await one.load(db, meter, codes, 0, 10);
    kept.keep(meter, 'once', one);
  }
  spans.length = 0;
  for (const [meter, asks] of [
    [1, 1],
    [24, 0],
  ] as const) {
    // prettier-ignore
    spans.length = 0;
    await beginOf(kept, meter, 'once', 100, -Infinity).load(db, meter, codes, 0, 10);
    expect([meter, spans.length]).toEqual([meter, asks]);
  }
  const long = beginOf(kept, 99, null, 0, -Infinity);
  await long.load(db, 99, ['PP'], 0, 13 * 3_600_000);
  expect(long.toKeep()).toBeUndefined();
});
