import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { codeIndex } from '#contract/dataCode.ts';
import { QUARTER_MS as Q } from '#domain/time/duration.ts';
import {
  activateSource,
  createSource,
  foldDirty,
  markDirty,
  storeReadings,
  undoSource,
} from '#feature/meters/reading/server/public.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { add, buildEnterprise, type Enterprise, unique } from '#test/build.ts';
import { usageText } from '#test/build/meter.ts';
import { ok, type Product, startProduct } from '#test/product.ts';
import { RUNS_MS, runs } from '#test/runs.ts';

vi.setConfig({ testTimeout: RUNS_MS });

/** Noon of 2025-03-01 in Shanghai. */
const T0 = Date.UTC(2025, 2, 1, 4);
let product: Product;
let mine: Enterprise;
let reals: number[] = [];
let sums: number[] = [];

beforeAll(async () => {
  product = await startProduct();
  mine = await buildEnterprise(product);
  const meter = (fields: Record<string, unknown> = {}): Promise<number> =>
    add(mine.client, 'ammeter', { ammeterName: 'Meter', ammeterCode: unique(), consumerId: mine.consumerId, siteId: mine.siteId, ...fields }); // prettier-ignore
  reals = [await meter(), await meter(), await meter()];
  sums = [await meter({ deviceType: '11' }), await meter({ deviceType: '11' })];
});
afterAll(() => product.close());

const define = async (ammeterId: number, parts: readonly number[]): Promise<void> => {
  const items = JSON.stringify(parts.map((part) => ({ ammeterId: part, sign: 1 })));
  ok(await mine.client.post('/api/archive/ammeterSum/editSum', { ammeterId, items }));
};

async function send(meter: number, slots: readonly number[], source = 0): Promise<void> {
  const builder = new BatchBuilder();
  for (const k of slots) {
    builder.row(meter, T0 + k * Q);
    builder.set(codeIndex('PP'), 100 + k * 3);
  }
  await storeReadings(product.database.db, builder.batch(), { source });
}

const meterIndex = fc.integer({ min: 0, max: 2 });
const slots = fc.uniqueArray(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 8 });
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('send' as const), meter: meterIndex, slots }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('import' as const), meter: meterIndex, slots, undone: fc.constantFrom(0, 1, 2) }) }, // prettier-ignore
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('state' as const), meter: meterIndex, state: fc.constantFrom('0', '1') }) }, // prettier-ignore
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('commissioned' as const), meter: meterIndex, day: fc.option(fc.integer({ min: 1, max: 6 })) }) }, // prettier-ignore
);

/** Buckets of all meters, and when each counts. */
async function all(): Promise<unknown> {
  const { rows } = await sql`select meter_id, heard_ts, counts_from, counts_to from meter_fold order by meter_id`.execute(product.database.db); // prettier-ignore
  return {
    rows,
    usage: await Promise.all([...reals, ...sums].map((id) => usageText(product.database.db, id))),
  };
}

it('whatever the order of what came, was undone and was stated, sums are those of a history built from nothing', async () => {
  const { db } = product.database;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(step, fc.boolean()), { minLength: 3, maxLength: 10 }),
      async (steps) => {
        for (const table of ['reading', 'usage', 'dirty', 'meter_fold', 'correction', 'ammeter_sum'])
          await sql`delete from ${sql.table(table)}`.execute(db);
        await sql`update ammeter set state = '1', commissioned = null`.execute(db);
        await define(sums[0] ?? 0, reals.slice(0, 2));
        await define(sums[1] ?? 0, [sums[0] ?? 0, reals[2] ?? 0]);
        for (const [one, fold] of steps) {
          const id = reals[one.meter] ?? 0;
          if (one.kind === 'send') await send(id, one.slots);
          else if (one.kind === 'import') {
            const source = await createSource(db, { consumerId: mine.consumerId, kind: 'import', name: 'file', createdBy: null }); // prettier-ignore
            await send(id, one.slots, source);
            if (fold) await foldDirty(db);
            if (one.undone > 0) await undoSource(db, source, null);
            if (one.undone > 1) await activateSource(db, source);
          } else {
            const value = one.kind === 'state' ? { state: one.state } : { commissioned: one.day === null ? null : `2025-03-0${one.day}` }; // prettier-ignore
            ok(await mine.client.post('/api/archive/ammeter/edit', { id, ...value }));
          }
          if (fold) await foldDirty(db);
        }
        await foldDirty(db);
        const live = await all();
        await sql`delete from usage`.execute(db);
        await sql`update meter_fold set heard_ts = null, counts_from = null, counts_to = null`.execute(db);
        for (const id of [...sums.toReversed(), ...reals]) await markDirty(db, id);
        await foldDirty(db);
        expect(await all()).toEqual(live);
      },
    ),
    {
      ...runs(6),
      // Out of use and commissioned before it was first heard: it counts from its commissioning on.
      examples: [
        [
          [
            [{ kind: 'send', meter: 0, slots: [0] }, false],
            [{ kind: 'commissioned', meter: 2, day: 1 }, false],
            [{ kind: 'state', meter: 2, state: '0' }, false],
            [{ kind: 'send', meter: 0, slots: [1] }, true],
            [{ kind: 'import', meter: 2, slots: [2], undone: 0 }, false],
            [{ kind: 'send', meter: 0, slots: [0] }, false],
          ],
        ],
        // One begins to count while another that goes on is folded.
        [
          [
            [{ kind: 'send', meter: 1, slots: [297, 0] }, false],
            [{ kind: 'commissioned', meter: 0, day: null }, true],
            [{ kind: 'send', meter: 0, slots: [65] }, false],
            [{ kind: 'send', meter: 1, slots: [332] }, false],
            [{ kind: 'commissioned', meter: 1, day: 2 }, true],
          ],
        ],
      ],
    },
  );
});
