import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { codeIndex } from '#contract/dataCode.ts';
import { QUARTER_MS as Q } from '#domain/time/duration.ts';
import { type Change, type Fault, history, KNOWN_HISTORIES } from '#test/build/history.ts';
import { buildMeters, usageText } from '#test/build/meter.ts';
import { type TestDatabase, createTestDatabase } from '#test/database.ts';
import { RUNS_MS, runs } from '#test/runs.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { foldDirty, rebuild } from './foldDirty.ts';
import { activateSource, createSource, undoSource } from './source.ts';
import { type IntervalValue, storeIntervals } from './storeIntervals.ts';
import { storeReadings } from './storeReadings.ts';

vi.setConfig({ testTimeout: RUNS_MS });

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

/** What a register shows in place of a value. */
function spoiled(value: number, fault: Fault): number {
  if (fault === 'zero') return 0;
  if (fault === 'ten') return value * 10;
  if (fault === 'less') return value - 1;
  return fault === 'much' ? value + 50_000 : value;
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
  let run = 0;
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
        ...runs(12),
        examples: KNOWN_HISTORIES.map((one): [typeof one] => [one]),
      },
    );
  });
});
