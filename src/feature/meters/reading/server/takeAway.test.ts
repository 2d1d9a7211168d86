import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { codeIndex } from '#contract/dataCode.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { DAY_MS, QUARTER_MS } from '#domain/time/duration.ts';
import { factsOf, type MonthRows, monthsBefore, openMonth, readMonth, sealMonth } from '#series/public.ts';
import { buildMeters, usageText } from '#test/build/meter.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { RUNS_MS, runs } from '#test/runs.ts';
import { newestOf } from './answer/newestOf.ts';
import { provenanceOf } from './answer/provenanceOf.ts';
import { rawReadings } from './answer/readingsOf.ts';
import { bringBack } from './bringBack.ts';
import { foldDirty, markDirty, rebuild, settle } from './foldDirty.ts';
import { markAll, restartAll } from './restart.ts';
import { activateSource, createSource, undoSource } from './source.ts';
import { storeIntervals } from './storeIntervals.ts';
import { storeReadings } from './storeReadings.ts';
import { takeAway, type TakenAway } from './takeAway.ts';

vi.setConfig({ testTimeout: RUNS_MS });

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const GONE = '2024-03-01';
const goneBefore = Date.UTC(2024, 2, 1);
const closedBefore = Date.UTC(2024, 3, 1);
const START = Date.UTC(2024, 0, 1);
const END = Date.UTC(2024, 5, 1);
const CODES = ['PP', 'PP', 'PP', 'RP', 'PZ', 'UA'] as const;

/** Days from where figures are final: in what goes, in the month that stays beside it, and after. */
const OLD = [-88, -62.1, -45, -31.05, -30.9, -12, -4, -0.4, -0.02];
const YOUNG = [0.01, 0.3, 2, 9, 25];

const reading = (places: readonly number[]) =>
  fc.record({
    place: fc.constantFrom(...places),
    quarter: fc.nat(11),
    jitter: fc.constantFrom(0, 0, 0, 30_000, 400_000),
    code: fc.constantFrom(...CODES),
    step: fc.oneof({ weight: 4, arbitrary: fc.nat(30) }, { weight: 1, arbitrary: fc.integer({ min: -1000, max: 100_000 }) }),
  }); // prettier-ignore
type Told = ReturnType<typeof reading> extends fc.Arbitrary<infer T> ? T : never;

const step = (places: readonly number[]) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constant('deliver' as const), by: fc.constantFrom(0, 0, 0, 1, 2), rows: fc.array(reading(places), { minLength: 1, maxLength: 25 }) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('void' as const), code: fc.constantFrom('PP', 'RP'), place: fc.constantFrom(...places), long: fc.nat(6) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('fold' as const, 'again' as const, 'facts' as const) }) },
  ); // prettier-ignore
type Step = ReturnType<typeof step> extends fc.Arbitrary<infer T> ? T : never;

const at = (days: number): number => closedBefore + Math.round((days * DAY_MS) / QUARTER_MS) * QUARTER_MS;

function batchOf(meterId: number, rows: readonly Told[]) {
  const batch = new BatchBuilder();
  for (const { place, quarter, jitter, code, step: grown } of rows) {
    const ts = at(place) + quarter * QUARTER_MS + jitter;
    if (place < 0 && ts >= closedBefore) continue;
    batch.row(meterId, ts);
    batch.set(codeIndex(code), (Math.round((ts - START) / QUARTER_MS) * 30 + grown) / 100);
  }
  return batch.batch();
}

let built = 0;
async function twins() {
  const works = await buildMeters(database.db, { name: `gone ${++built}`, meters: 2 });
  const source = (kind: 'import' | 'person', name: string) =>
    createSource(database.db, { consumerId: works.consumerId, kind, name, createdBy: null });
  const old = [0, await source('import', 'one'), await source('import', 'two'), await source('person', 'p')];
  const young = [0, await source('import', 'a'), await source('import', 'b'), await source('person', 'q')];
  return { gone: works.meterIds[0] as number, twin: works.meterIds[1] as number, old, young };
}

async function act(one: Step, meters: readonly number[], sources: readonly number[]): Promise<void> {
  const { db } = database;
  for (const meterId of meters)
    switch (one.kind) {
      case 'deliver':
        await storeReadings(db, batchOf(meterId, one.rows), { source: sources[one.by] as number });
        break;
      case 'void': {
        const [from, to] = [at(one.place), at(one.place) + one.long * QUARTER_MS];
        await sql`insert into reading_void (meter_id, source, code, kind, from_ts, to_ts)
          values (${meterId}, ${sources[3]}, ${one.code}, 'reading', ${new Date(from)}, ${new Date(to)})`.execute(db); // prettier-ignore
        await markDirty(db, meterId, from, to);
        break;
      }
      case 'fold':
        await foldDirty(db);
        break;
      case 'again':
        await settle(db, meterId);
        await rebuild(db, meterId);
        break;
      case 'facts':
        await db.transaction().execute((trx) => markAll(trx, [meterId]));
    }
}

const monthsOf = async (meterId: number): Promise<MonthRows[]> => {
  const found = await monthsBefore(database.pool, [meterId], GONE);
  return Promise.all(found.map((one) => readMonth(database.pool, one)));
};
const take = (meterId: number, months: readonly MonthRows[]): Promise<TakenAway> =>
  takeAway(
    database.pool,
    {
      meterId,
      months: months.map((one) => ({ month: one.month, ...factsOf(one) })),
      unfiled: () => Promise.resolve(false),
      goneBefore,
      closedBefore,
    },
    () => Promise.resolve(),
  );
async function putAllBack(months: readonly MonthRows[]): Promise<void> {
  for (const [i, one] of months.entries())
    await bringBack(database.pool, one, factsOf(one).digest, () =>
      Promise.resolve(i + 1 < months.length ? { goneBefore, closedBefore } : null),
    );
}

const split = (rows: readonly string[]): { final: string[]; later: string[] } => {
  const isFinal = (row: string): boolean => {
    const { level, ts } = JSON.parse(row) as { level: number; ts: string };
    return level < 3 && Date.parse(ts) < closedBefore;
  };
  return {
    final: rows.filter(isFinal),
    later: rows.filter((row) => (JSON.parse(row) as { level: number }).level < 3 && !isFinal(row)),
  };
};
const text = (meterId: number): Promise<string[]> => usageText(database.db, meterId);
const counting = async (meterId: number): Promise<unknown> =>
  (await sql`select codes, first_ts, last_ts, heard_ts, counts_from, counts_to from meter_fold where meter_id = ${meterId}`.execute(database.db)).rows; // prettier-ignore
const raw = (meterId: number) => rawReadings(database.db, meterId, START - DAY_MS, END);
const newest = (meterId: number) =>
  newestOf(database.db, ['PP', 'RP', 'UA'].map((code) => ({ meterId, code })), END); // prettier-ignore
const own = (rows: Awaited<ReturnType<typeof newest>>) =>
  rows.map(({ code, at: when, value }) => ({ code, when, value }));

it('figures stay to the bit when raw readings go, later ones fold as those of a twin, and all comes back', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step(OLD.concat(YOUNG)), { minLength: 3, maxLength: 8 }),
      fc.array(step(YOUNG), { maxLength: 6 }),
      fc.constantFrom(null, '2024-01-01', '2024-02-01'),
      async (before, after, sealed) => {
        const { gone, twin, old, young } = await twins();
        const settled = async (): Promise<void> => {
          await settle(database.db, gone);
          await settle(database.db, twin);
        };
        for (const one of before) await act(one, [gone, twin], old);
        await settled();
        if (sealed) await sealMonth(database.pool, gone, sealed, null);
        const months = await monthsOf(gone);
        const then = await text(gone);
        const facts = await counting(gone);
        expect(then).toEqual(await text(twin));
        if (months.length > 0) {
          const taken = await take(gone, months);
          expect(taken).toMatchObject({ bytes: expect.any(Number) as number });
        }
        expect(await text(gone)).toEqual(then);
        expect(await counting(gone)).toEqual(facts);
        expect(own(await newest(gone))).toEqual(own(await newest(twin)));
        for (const one of after) await act(one, [gone, twin], young);
        await settled();
        const [mine, theirs] = [await text(gone), await text(twin)];
        if (months.length > 0) expect(split(mine).final).toEqual(split(then).final);
        expect(split(mine).later).toEqual(split(theirs).later);
        expect(await counting(gone)).toEqual(await counting(twin));
        await putAllBack(months);
        await settled();
        expect(await text(gone)).toEqual(await text(twin));
        expect(await raw(gone)).toEqual(await raw(twin));
      },
    ),
    runs(5),
  );
});

/** A meter that told every hour from January to May, of which January and February are in files. */
async function goneMeter() {
  const { gone: meterId, old } = await twins();
  const tell = async (from: number, hours: number, source = 0, shift = 0): Promise<void> => {
    const batch = new BatchBuilder();
    for (let h = 0; h < hours; h++) {
      batch.row(meterId, from + h * 4 * QUARTER_MS);
      batch.set(codeIndex('PP'), (from - START) / QUARTER_MS / 4 + h + shift);
    }
    await storeReadings(database.db, batch.batch(), { source });
  };
  await tell(START, 24 * 140);
  await tell(START + 10 * DAY_MS, 3, old[1], 0.5);
  await settle(database.db, meterId);
  const months = await monthsOf(meterId);
  return { meterId, months, tell, old };
}

it('what would change figures that are final is refused by every way in, and nothing changes', async () => {
  const { meterId, months, tell, old } = await goneMeter();
  const { db } = database;
  expect(months.map(({ month }) => month)).toEqual(['2024-01-01', '2024-02-01']);
  expect(await take(meterId, months)).toMatchObject({ bytes: expect.any(Number) as number });
  const then = await text(meterId);
  const left = await raw(meterId);
  expect(left.filter(({ ts }) => ts < goneBefore).length).toBeLessThan(10);
  const refused = { code: 409 };
  await expect(tell(START + 5 * DAY_MS, 1)).rejects.toMatchObject(refused);
  await expect(tell(closedBefore - 4 * QUARTER_MS, 2)).rejects.toMatchObject(refused);
  await expect(tell(START, 1, old[2], 9)).rejects.toMatchObject(refused);
  const span = { meterId, start: closedBefore - QUARTER_MS, end: closedBefore + QUARTER_MS, code: 'PP', value: '3' }; // prettier-ignore
  await expect(storeIntervals(db, [span])).rejects.toMatchObject(refused);
  await expect(undoSource(db, old[1] as number, null)).rejects.toMatchObject(refused);
  await expect(activateSource(db, old[1] as number)).rejects.toMatchObject(refused);
  await expect(restartAll(db, [meterId])).rejects.toMatchObject(refused);
  expect(await sealMonth(database.pool, meterId, '2024-01-01', null)).toBe('loud');
  expect(await openMonth(database.pool, meterId, '2024-01-01')).toBe(null);
  await rebuild(db, meterId, START, START + 3 * DAY_MS);
  await rebuild(db, meterId);
  expect(await text(meterId)).toEqual(then);
  const told = await provenanceOf(db, meterId, 3, START + 5 * DAY_MS);
  expect(told).toMatchObject({ parts: [], gaps: [], energy: 24, closed: { goneBefore, closedBefore } });
  expect(told.formula.en).toContain('Raw readings before 2024-03-01 were exported');
  expect((await provenanceOf(db, meterId, 3, closedBefore + 3 * DAY_MS)).closed).toBe(null);
});

it('readings stay where they are not those of the files, wait to be folded, or figures hang on them otherwise', async () => {
  const { meterId, months, tell } = await goneMeter();
  const there = await raw(meterId);
  await tell(START + 3 * DAY_MS + QUARTER_MS, 1);
  expect(await take(meterId, months)).toEqual({ stays: 'waiting' });
  await settle(database.db, meterId);
  expect(await take(meterId, months)).toEqual({ stays: 'changed' });
  const now = await monthsOf(meterId);
  await sql`update usage set pp = pp + 1 where meter_id = ${meterId} and level = 1
    and ts = ${new Date(closedBefore + DAY_MS)}`.execute(database.db);
  expect(await take(meterId, now)).toEqual({ stays: 'figures' });
  await sql`update reading set uc = 'NaN' where meter_id = ${meterId} and ts = ${new Date(START)}`.execute(
    database.db,
  );
  await rebuild(database.db, meterId);
  expect(await take(meterId, now)).toEqual({ stays: 'odd' });
  expect((await raw(meterId)).length).toBe(there.length + 1);
});

it('what is undone while it is taken out waits, and is refused where it would count no more', async () => {
  const { meterId, months, old } = await goneMeter();
  let undone: Promise<unknown> = Promise.resolve();
  const taking = {
    meterId,
    months: months.map((one) => ({ month: one.month, ...factsOf(one) })),
    unfiled: async () => {
      undone = database.db
        .transaction()
        .execute((trx) => undoSource(trx, old[1] as number, null))
        .catch((error: unknown) => error);
      // It is asked before the commit, and would have passed.
      await new Promise((resolve) => setTimeout(resolve, 200));
      return false;
    },
    goneBefore,
    closedBefore,
  };
  expect(await takeAway(database.pool, taking, () => Promise.resolve())).toMatchObject({ bytes: expect.any(Number) as number }); // prettier-ignore
  expect(await undone).toMatchObject({ code: 409 });
  const { rows } = await database.pool.query('select status from data_source where id = $1', [old[1]]);
  expect(rows).toEqual([{ status: 1 }]);
});

it('another zone that comes while readings are taken out waits, is refused, and no day, month or year goes', async () => {
  const { meterId, months } = await goneMeter();
  const coarse = async (): Promise<unknown> =>
    (await sql`select * from usage where meter_id = ${meterId} and level >= 3 order by level, ts`.execute(database.db)).rows; // prettier-ignore
  const before = await coarse();
  let restarted: Promise<unknown> = Promise.resolve();
  const taking = { meterId, months: months.map((one) => ({ month: one.month, ...factsOf(one) })), unfiled: () => Promise.resolve(false), goneBefore, closedBefore }; // prettier-ignore
  const taken = await takeAway(database.pool, taking, async () => {
    restarted = database.db
      .transaction()
      .execute((trx) => restartAll(trx, [meterId]))
      .catch((error: unknown) => error);
    // What is final is not committed yet: whoever asks now does not see it.
    await new Promise((resolve) => setTimeout(resolve, 200));
  });
  expect(taken).toMatchObject({ bytes: expect.any(Number) as number });
  expect(await restarted).toMatchObject({ code: 409 });
  await settle(database.db, meterId);
  expect(await coarse()).toEqual(before);
});

it('what it frees is what is less afterwards, sealed or not', async () => {
  for (const sealed of [[], ['2024-01-01'], ['2024-01-01', '2024-02-01']]) {
    const { meterId } = await goneMeter();
    const noise = new BatchBuilder();
    for (let h = 0; h < 24 * 59; h++) {
      noise.row(meterId, START + h * 4 * QUARTER_MS);
      noise.set(codeIndex('UA'), 200 + ((h * 7919) % 3571) / 100);
    }
    await storeReadings(database.db, noise.batch());
    await settle(database.db, meterId);
    const months = await monthsOf(meterId);
    for (const month of sealed) expect(await sealMonth(database.pool, meterId, month, null)).toBe('sealed');
    const room = async (): Promise<number> => {
      const { rows } = await sql<{ bytes: number }>`
        select (select count(*) * 88 + coalesce(sum(num_nonnulls(pp, ua)), 0) * 8 from reading where meter_id = ${meterId})::integer
          + (select coalesce(sum(octet_length(bytes) + 160), 0) from reading_block where meter_id = ${meterId})::integer as bytes`.execute(database.db); // prettier-ignore
      return rows[0]?.bytes ?? 0;
    };
    const before = await room();
    const taken = await take(meterId, months);
    expect(taken).toEqual({ bytes: before - (await room()) });
    expect(taken).toMatchObject({ bytes: expect.any(Number) as number });
  }
});

it('what ends it midway leaves the meter as it was, and what does not come back as it was is not put back', async () => {
  const { meterId, months } = await goneMeter();
  const there = await raw(meterId);
  const taking = { meterId, months: months.map((one) => ({ month: one.month, ...factsOf(one) })), unfiled: () => Promise.resolve(false), goneBefore, closedBefore }; // prettier-ignore
  await expect(takeAway(database.pool, taking, () => Promise.reject(new Error('killed')))).rejects.toThrow(
    'killed',
  );
  expect(await raw(meterId)).toEqual(there);
  await take(meterId, months);
  const [first] = months as [MonthRows, ...MonthRows[]];
  const rows = first.rows.map((row, i) => (i === 40 ? { ...row, values: [7] } : row));
  await expect(
    bringBack(database.pool, { ...first, rows }, factsOf(first).digest, () => Promise.resolve(null)),
  ).rejects.toThrow('do not come back as they were');
  await putAllBack(months);
  await putAllBack(months);
  await settle(database.db, meterId);
  expect(await raw(meterId)).toEqual(there);
});
