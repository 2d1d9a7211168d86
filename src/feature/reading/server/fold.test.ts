import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { codeIndex } from '#contract/dataCode.ts';
import { buildMeters, usageText } from '#test/build/meter.ts';
import { type TestDatabase, createTestDatabase } from '#test/database.ts';
import { RUNS_MS, runs } from '#test/runs.ts';
import { BatchBuilder } from '../domain/batch.ts';
import { foldDirty, rebuild } from './foldDirty.ts';
import { activateSource, createSource, undoSource } from './source.ts';
import { type IntervalValue, storeIntervals } from './storeIntervals.ts';
import { storeReadings } from './storeReadings.ts';

vi.setConfig({ testTimeout: RUNS_MS });

const Q = 900_000;
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

type Value = readonly [meter: number, ts: number, code: string, value: number];

async function send(values: readonly Value[], source = 0): Promise<unknown> {
  const builder = new BatchBuilder();
  for (const [meter, ts, code, value] of values) {
    builder.row(meter, ts);
    builder.set(codeIndex(code), value);
  }
  return storeReadings(database.db, builder.batch(), { source });
}

describe('storing readings', () => {
  it('counts new, equal and differing values, fills empty columns, keeps the last', async () => {
    const { meterIds } = await buildMeters(database.db, { name: 'store' });
    const meter = meterIds[0] ?? 0;
    const t = Date.UTC(2024, 4, 5);
    expect(
      await send([
        [meter, t, 'PP', 1],
        [meter, t, 'PZ', 5],
      ]),
    ).toEqual({ accepted: 2, duplicate: 0, conflict: 0 });
    expect(
      await send([
        [meter, t, 'PP', 1],
        [meter, t, 'RP', 7],
        [meter, t + Q, 'PP', 2],
      ]),
    ).toEqual({
      accepted: 2,
      duplicate: 1,
      conflict: 0,
    });
    expect(
      await send([
        [meter, t, 'PP', 3],
        [meter, t, 'PP', 1],
      ]),
    ).toEqual({ accepted: 0, duplicate: 1, conflict: 1 });
    expect(await send([[meter, t, 'PP', 3]])).toEqual({ accepted: 0, duplicate: 1, conflict: 0 });
    const { rows } = await database.pool.query(
      'select pp, rp, pz from reading where meter_id = $1 order by ts',
      [meter],
    );
    expect(rows).toEqual([
      { pp: 3, rp: 7, pz: 5 },
      { pp: 2, rp: null, pz: null },
    ]);
  });

  it('stores the same from many at once without a deadlock', async () => {
    const { meterIds } = await buildMeters(database.db, { meters: 5, name: 'many' });
    const values: Value[] = meterIds.flatMap((meter) =>
      Array.from({ length: 200 }, (_, i): Value => [meter, Date.UTC(2019, i % 12, 1, i % 24), 'PP', i]),
    );
    const results = await Promise.all(
      Array.from({ length: 6 }, (_, i) =>
        send(values.slice((i * 100) % 400).concat(values.slice(0, (i * 100) % 400))),
      ),
    );
    const { rows } = await database.pool.query(
      'select count(*)::integer as n from reading where meter_id = any($1)',
      [meterIds],
    );
    const accepted = results.reduce((sum: number, r) => sum + (r as { accepted: number }).accepted, 0);
    expect(accepted).toBe(rows[0].n);
    await database.pool.query('delete from dirty');
  });
});

type Fault = 'zero' | 'ten' | 'less' | 'much' | null;

/** What a register shows in place of a value. */
function spoiled(value: number, fault: Fault): number {
  if (fault === 'zero') return 0;
  if (fault === 'ten') return value * 10;
  if (fault === 'less') return value - 1;
  return fault === 'much' ? value + 50_000 : value;
}

interface Change {
  readonly minute: number;
  readonly factor: string;
  readonly same: boolean;
  readonly end: number | null;
  readonly start: number | null;
  readonly kind: string;
}

/** A life that begins with a plain register and changes at each entry: another factor, or another device. */
async function writeLedger(meter: number, start: number, changes: readonly Change[]): Promise<void> {
  const sorted = changes.toSorted((a, b) => a.minute - b.minute);
  if (new Set(sorted.map((change) => change.minute)).size !== sorted.length) return;
  let serial = 1;
  for (let i = 0; i <= sorted.length && sorted.length > 0; i++) {
    const [own, next] = [sorted[i - 1], sorted[i]];
    if (own && !own.same) serial++;
    await database.pool.query(
      `insert into ledger_segment (meter_id, from_ts, to_ts, serial, multiplier, register_width, start_register, end_register, kind)
       values ($1, $2, $3, $4, $5, 4, $6, $7, $8)`,
      [
        meter,
        own ? new Date(start + own.minute * 60_000) : '2000-01-01',
        next ? new Date(start + next.minute * 60_000) : null,
        `device ${serial}`,
        own?.factor ?? '1',
        own && !own.same ? own.start : null,
        next && !next.same ? next.end : null,
        own?.kind ?? 'register',
      ],
    );
  }
}

/** Whether a device between two changes has both its registers on record. */
function isRecorded(changes: readonly Change[]): boolean {
  const [own, next] = changes.toSorted((a, b) => a.minute - b.minute);
  return own?.same === false && own.start !== null && next?.same === false && next.end !== null;
}

describe('folding', () => {
  const history = fc.record({
    zone: fc.constantFrom('Asia/Shanghai', 'Europe/Berlin', 'Australia/Lord_Howe'),
    start: fc.constantFrom(Date.UTC(2025, 2, 29), Date.UTC(2025, 9, 4), Date.UTC(2025, 11, 31)),
    readings: fc.array(
      fc.record({
        minute: fc.integer({ min: 0, max: 4000 }),
        jitter: fc.integer({ min: -50_000, max: 50_000 }),
        step: fc.integer({ min: 0, max: 999 }),
        kind: fc.constantFrom('PP', 'PP', 'PP', 'RP', 'PZ'),
        by: fc.constantFrom(0, 0, 0, 0, 1, 2),
        fault: fc.constantFrom<Fault>(
          ...Array.from({ length: 9 }, () => null),
          'zero',
          'ten',
          'less',
          'much',
        ),
      }),
      { minLength: 1, maxLength: 50 },
    ),
    // How far apart the readings lie: falls are judged by some days around them.
    spread: fc.constantFrom(1, 1, 5),
    // From here on the register begins again.
    reset: fc.option(fc.integer({ min: 0, max: 4000 }), { nil: null }),
    intervals: fc.array(
      fc.record({
        quarter: fc.integer({ min: 0, max: 250 }),
        length: fc.constantFrom(1, 1, 1, 4, 96),
        value: fc.integer({ min: 0, max: 9999 }),
        by: fc.constantFrom(0, 1, 2),
      }),
      { maxLength: 12 },
    ),
    ledger: fc.array(
      fc.record({
        minute: fc.integer({ min: 100, max: 3900 }),
        factor: fc.constantFrom('1', '40', '0.333', '12000'),
        same: fc.boolean(),
        end: fc.option(fc.integer({ min: 0, max: 12_000 }), { nil: null }),
        start: fc.option(fc.integer({ min: 0, max: 100 }), { nil: null }),
        kind: fc.constantFrom('register', 'register', 'interval'),
      }),
      { maxLength: 2 },
    ),
    order: fc.array(fc.nat(1000), { minLength: 80, maxLength: 80 }),
    batches: fc.integer({ min: 1, max: 9 }),
    undo: fc.boolean(),
  });
  let run = 0;
  // A device whose registers are both on record lies between two deliveries that know nothing of each other.
  const BETWEEN_RECORDS: typeof history extends fc.Arbitrary<infer T> ? T : never = {
    zone: 'Asia/Shanghai',
    start: Date.UTC(2025, 2, 29),
    readings: [{ minute: 124, jitter: 1, step: 0, kind: 'PP', by: 0, fault: null }],
    spread: 1,
    reset: null,
    intervals: [{ quarter: 0, length: 1, value: 0, by: 0 }],
    ledger: [
      { minute: 100, factor: '1', same: false, end: null, start: 0, kind: 'register' },
      { minute: 120, factor: '1', same: false, end: 0, start: null, kind: 'register' },
    ],
    order: [5, ...Array.from({ length: 79 }, () => 0)],
    batches: 3,
    undo: false,
  };
  // What an import says of the past reaches over a change of factor to the record of the device's end.
  const OVER_A_JOINT: typeof BETWEEN_RECORDS = {
    zone: 'Asia/Shanghai',
    start: Date.UTC(2025, 2, 29),
    readings: [
      { minute: 0, jitter: 0, step: 0, kind: 'PP', by: 0, fault: null },
      { minute: 0, jitter: 0, step: 1, kind: 'PP', by: 1, fault: null },
      { minute: 96, jitter: 0, step: 0, kind: 'PZ', by: 0, fault: null },
    ],
    spread: 1,
    reset: null,
    intervals: [],
    ledger: [
      { minute: 100, factor: '1', same: true, end: null, start: null, kind: 'register' },
      { minute: 106, factor: '1', same: false, end: 0, start: null, kind: 'register' },
    ],
    order: [0, 696, ...Array.from({ length: 78 }, () => 0)],
    batches: 2,
    undo: false,
  };

  // A register falls and is silent from then on, while others of its meter are heard for more than four days.
  const SILENT_AFTER_A_FALL: typeof BETWEEN_RECORDS = {
    zone: 'Asia/Shanghai',
    start: Date.UTC(2025, 2, 29),
    readings: [
      { minute: 0, jitter: 0, step: 0, kind: 'RP', by: 0, fault: null },
      { minute: 1178, jitter: 0, step: 0, kind: 'PP', by: 0, fault: null },
      { minute: 0, jitter: 1, step: 0, kind: 'RP', by: 0, fault: 'zero' },
      { minute: 264, jitter: 0, step: 0, kind: 'PP', by: 0, fault: null },
      { minute: 0, jitter: 0, step: 0, kind: 'PP', by: 0, fault: null },
    ],
    spread: 5,
    reset: null,
    intervals: [],
    ledger: [],
    order: Array.from({ length: 80 }, () => 0),
    batches: 3,
    undo: false,
  };

  // A device between two others whose registers are both on record, just before the first reading of all.
  const BEFORE_THE_FIRST: typeof BETWEEN_RECORDS = {
    zone: 'Asia/Shanghai',
    start: Date.UTC(2025, 2, 29),
    readings: [
      { minute: 22, jitter: 0, step: 0, kind: 'PP', by: 0, fault: null },
      { minute: 1175, jitter: 0, step: 0, kind: 'PP', by: 0, fault: null },
    ],
    spread: 5,
    reset: null,
    intervals: [],
    ledger: [
      { minute: 100, factor: '1', same: false, end: null, start: 0, kind: 'register' },
      { minute: 105, factor: '1', same: false, end: 0, start: null, kind: 'register' },
    ],
    order: Array.from({ length: 80 }, () => 0),
    batches: 1,
    undo: false,
  };

  // A reading that is undone had another for a glitch, which stands more than four days from it.
  const FAR_FROM_A_GLITCH: typeof BETWEEN_RECORDS = {
    zone: 'Asia/Shanghai',
    start: Date.UTC(2025, 2, 29),
    readings: [
      { minute: 1156, jitter: 0, step: 0, kind: 'PP', by: 0, fault: null },
      { minute: 1153, jitter: 0, step: 0, kind: 'PP', by: 0, fault: null },
      { minute: 0, jitter: 0, step: 0, kind: 'PP', by: 1, fault: null },
    ],
    spread: 5,
    reset: 1154,
    intervals: [],
    ledger: [],
    order: Array.from({ length: 80 }, () => 0),
    batches: 1,
    undo: true,
  };

  // A device goes on under another factor to its recorded end, and what was read then is undone.
  const BEYOND_A_JOINT: typeof BETWEEN_RECORDS = {
    zone: 'Asia/Shanghai',
    start: Date.UTC(2025, 2, 29),
    readings: [
      { minute: 100, jitter: 1, step: 0, kind: 'PP', by: 1, fault: null },
      { minute: 0, jitter: 0, step: 0, kind: 'PP', by: 0, fault: null },
    ],
    spread: 1,
    reset: null,
    intervals: [],
    ledger: [
      { minute: 100, factor: '1', same: true, end: null, start: null, kind: 'register' },
      { minute: 101, factor: '1', same: false, end: 0, start: null, kind: 'register' },
    ],
    order: Array.from({ length: 80 }, () => 0),
    batches: 1,
    undo: true,
  };

  it('order, batches and repeats do not matter; incremental equals rebuilt to the last bit; undo restores', async () => {
    await fc.assert(
      fc.asyncProperty(
        history,
        async ({ zone, start, readings, spread, reset, intervals, ledger, order, batches, undo }) => {
          const { meterIds, consumerId } = await buildMeters(database.db, {
            meters: 3,
            zone,
            name: `fold ${run++}`,
          });
          const [whole = 0, pieces = 0, without = 0] = meterIds;
          for (const meter of meterIds) await writeLedger(meter, start, ledger);
          const sources = [
            0,
            await createSource(database.db, { consumerId, kind: 'import', name: 'file', createdBy: null }),
            await createSource(database.db, { consumerId, kind: 'person', name: 'entry', createdBy: null }),
          ];
          const taken = new Set<string>();
          const items: { source: number; reading?: Value; interval?: IntervalValue }[] = [];
          for (const r of readings) {
            const ts = start + r.minute * spread * 60_000 + r.jitter;
            const source = sources[r.by] ?? 0;
            if (taken.has(`${ts} ${r.kind} ${source}`)) continue;
            taken.add(`${ts} ${r.kind} ${source}`);
            const grown = ((r.minute * 300 + r.step) % 999_000) / 100 + (spread === 5 ? 2000 : 0);
            const shown = reset !== null && r.minute >= reset ? grown - (reset * 300) / 100 : grown;
            items.push({ source, reading: [0, ts, r.kind, spoiled(shown, r.fault)] });
          }
          for (const i of intervals) {
            const source = sources[i.by] ?? 0;
            const from = start + i.quarter * Q;
            if (taken.has(`${from} ${i.length} ${source}`)) continue;
            taken.add(`${from} ${i.length} ${source}`);
            items.push({
              source,
              interval: {
                meterId: 0,
                start: from,
                end: from + i.length * Q,
                code: 'PP',
                value: String(i.value / 100),
              },
            });
          }
          const deliver = async (meter: number, list: typeof items): Promise<void> => {
            for (const source of sources) {
              const own = list.filter((item) => item.source === source);
              await send(
                own.flatMap(({ reading }): Value[] =>
                  reading ? [[meter, reading[1], reading[2], reading[3]]] : [],
                ),
                source,
              );
              const stated = own.flatMap(({ interval }) =>
                interval ? [{ ...interval, meterId: meter }] : [],
              );
              await storeIntervals(database.db, stated, { source });
            }
          };

          await deliver(whole, items);
          await foldDirty(database.db);
          const shuffled = items
            .map((item, i) => ({ item, key: order[i % order.length] ?? 0 }))
            .sort((a, b) => a.key - b.key)
            .map(({ item }) => item);
          shuffled.push(...shuffled.slice(0, Math.ceil(shuffled.length / 5)));
          const size = Math.ceil(shuffled.length / batches);
          for (let i = 0; i < shuffled.length; i += size) {
            await deliver(pieces, shuffled.slice(i, i + size));
            await foldDirty(database.db);
          }
          const once = await usageText(database.db, whole);
          expect(await usageText(database.db, pieces)).toEqual(once);
          await rebuild(database.db, pieces);
          expect(await usageText(database.db, pieces)).toEqual(once);

          // Records of a device count where the meter was ever heard of, and of an import that is undone it was.
          if (undo && !isRecorded(ledger)) {
            const back = sources[1] ?? 0;
            await deliver(
              without,
              items.filter((item) => item.source !== back),
            );
            await undoSource(database.db, back, null);
            await foldDirty(database.db);
            expect(await usageText(database.db, whole)).toEqual(await usageText(database.db, without));
            await activateSource(database.db, back);
            await foldDirty(database.db);
            expect(await usageText(database.db, whole)).toEqual(once);
          }
        },
      ),
      {
        ...runs(25),
        examples: [
          [BETWEEN_RECORDS],
          [OVER_A_JOINT],
          [SILENT_AFTER_A_FALL],
          [BEFORE_THE_FIRST],
          [FAR_FROM_A_GLITCH],
          [BEYOND_A_JOINT],
        ],
      },
    );
  });
});
