import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { codeIndex } from '#contract/dataCode.ts';
import {
  foldDirty,
  rebuild,
  settle,
  storeReadings,
  takeAway,
} from '#feature/meters/reading/server/public.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { DAY_MS, QUARTER_MS as Q } from '#domain/time/duration.ts';
import { factsOf, readMonth, setClosed } from '#series/public.ts';
import { queryableOf } from '#server/database/queryable.ts';
import { add, buildEnterprise, type Enterprise, unique } from '#test/build.ts';
import { usageText } from '#test/build/meter.ts';
import { ok, startProduct, type Product } from '#test/product.ts';
import { RUNS_MS, runs } from '#test/runs.ts';
import type { LedgerEffect, Life } from '../contract.ts';

const at = '/api/archive/ledger';
let product: Product;
let mine: Enterprise;
beforeAll(async () => {
  product = await startProduct();
  mine = await buildEnterprise(product);
});
afterAll(() => product.close());

const newMeter = (): Promise<number> =>
  add(mine.client, 'ammeter', {
    ammeterName: 'Furnace', ammeterCode: unique(), consumerId: mine.consumerId, siteId: mine.siteId,
  }); // prettier-ignore
async function send(meter: number, values: readonly (readonly [number, number])[]): Promise<void> {
  const builder = new BatchBuilder();
  for (const [ts, value] of values) {
    builder.row(meter, ts);
    builder.set(codeIndex('PP'), value);
  }
  await storeReadings(product.database.db, builder.batch(), { source: 0 });
  await foldDirty(product.database.db);
}
const lifeOf = async (ammeterId: number): Promise<Life> =>
  ok(await mine.client.get<Life>(`${at}/getLife`, { ammeterId }));
const monthsOf = async (ammeterId: number): Promise<(number | null)[]> =>
  (await lifeOf(ammeterId)).months.map((month) => month.energy);

/** Asks for the effect, writes, folds; the effect must have foretold the months, and the fold equals a rebuild. */
async function change(verb: 'add' | 'edit' | 'del', params: Record<string, unknown>): Promise<LedgerEffect> {
  const ammeterId = Number(params['ammeterId']);
  const months = new Map((await lifeOf(ammeterId)).months.map((month) => [month.month, month.energy]));
  const before = await usageText(product.database.db, ammeterId);
  const effect = ok(
    await mine.client.post<LedgerEffect>(`${at}/preview`, {
      ...params,
      ...(verb === 'del' ? { del: 1 } : {}),
    }),
  );
  await foldDirty(product.database.db);
  expect(await usageText(product.database.db, ammeterId)).toEqual(before);
  ok(await mine.client.post(`${at}/${verb}`, params));
  await foldDirty(product.database.db);
  for (const month of effect.months) {
    expect(month.now === null ? null : Number(month.now)).toBe(months.get(month.month) ?? null);
    months.set(month.month, month.after === null ? null : Number(month.after));
  }
  const after = await lifeOf(ammeterId);
  const known = ([, energy]: readonly [string, number | null]): boolean => energy !== null;
  const shown = after.months.map((month) => [month.month, month.energy] as const);
  expect(new Map(shown.filter(known))).toEqual(new Map([...months].filter(known)));
  const ids = (rows: Life['rows']) => rows.map(({ id: _, ...row }) => row);
  expect(ids(after.rows)).toEqual(ids(effect.rows));
  const folded = await usageText(product.database.db, ammeterId);
  await rebuild(product.database.db, ammeterId);
  expect(await usageText(product.database.db, ammeterId)).toEqual(folded);
  return effect;
}

it('events do not make the time that a meter was heard longer', async () => {
  const meter = await newMeter();
  const t = Date.UTC(2024, 0, 10);
  await send(
    meter,
    Array.from({ length: 200 }, (_, i) => [t + i * Q, i] as const),
  );
  const extent = async (): Promise<unknown> =>
    (await product.database.pool.query('select first_ts, last_ts from meter_fold where meter_id = $1', [meter])).rows; // prettier-ignore
  const before = await extent();
  for (const ct of ['10', '20', '30']) await change('add', { ammeterId: meter, from: t + Number(ct) * Q, sameDevice: 1, ct }); // prettier-ignore
  expect(await extent()).toEqual(before);
});

it('the vector of replacement and rollover, entered on the screen after the readings came', async () => {
  const meter = await newMeter();
  const t0 = Date.UTC(2025, 0, 1);
  const stands = [9990, 9995, 9999, 3, null, 9, 11, 1, 4];
  await send(
    meter,
    stands.flatMap((value, k) => (value === null ? [] : [[t0 + k * Q, value] as const])),
  );
  await change('add', {
    ammeterId: meter, from: Date.UTC(2000, 0, 1), serial: 'A', ct: 4, pt: 10, registerWidth: 4,
  }); // prettier-ignore
  await change('add', {
    ammeterId: meter, from: t0 + 6 * Q + 300_000, serial: 'B', ct: '60', endBefore: '12', startRegister: '0', registerWidth: 4,
  }); // prettier-ignore
  expect(await monthsOf(meter)).toEqual([1120]);
  const { rows, history } = await lifeOf(meter);
  expect(rows.map((row) => row.events)).toEqual([['first'], ['replaced', 'ratio']]);
  expect(history.map((entry) => [entry.action, entry.by])).toEqual([
    ['add', mine.userName],
    ['add', mine.userName],
  ]);
});

it('ratio, factor, reset, primary values, width and interval energy, each edited and deleted again', async () => {
  const meter = await newMeter();
  const start = Date.UTC(2025, 0, 31, 16);
  const hour = (h: number): number => start + h * 4 * Q;
  // An hourly register over two months that begins again at 0 after 700 hours.
  await send(
    meter,
    Array.from({ length: 40 * 24 }, (_, h) => [hour(h), h < 700 ? h : h - 700]),
  );
  const plain = await monthsOf(meter);
  const reset = { ammeterId: meter, from: hour(700), sameDevice: 1, startRegister: '0', endBefore: '700' };
  expect((await change('add', reset)).change).toBe('1');
  const ratio = {
    ammeterId: meter,
    from: hour(400) + 60_000,
    sameDevice: 1,
    ct: '120',
    pt: '100.5',
    correctionFactor: '1.002',
  };
  const effect = await change('add', ratio);
  expect(effect.months.map((month) => month.month)).toEqual(['2025-02', '2025-03']);
  let { rows } = await lifeOf(meter);
  expect(rows.map((row) => row.events)).toEqual([
    ['first'],
    ['ratio', 'factor'],
    ['reset', 'ratio', 'factor'],
  ]);
  const [, ratioId, resetId] = rows.map((row) => row.id);
  await change('edit', { ...ratio, id: ratioId, from: hour(300), primary: 1 });
  expect(
    ok(await mine.client.post(`${at}/preview`, { ...ratio, id: ratioId, from: hour(300), primary: 1 })),
  ).toMatchObject({ months: [], change: '0' });
  await change('edit', { ...ratio, id: ratioId, from: hour(300), kind: 'interval', ct: '2', pt: '1' });
  await change('edit', { ...ratio, id: ratioId, from: hour(300), registerWidth: 4 });
  await change('del', { ammeterId: meter, id: ratioId });
  await change('del', { ammeterId: meter, id: resetId });
  expect(await monthsOf(meter)).toEqual(plain);
  ({ rows } = await lifeOf(meter));
  expect(rows).toHaveLength(1);
});

it('an effect tells what would be beyond the rated power and so not counted', async () => {
  const meter = await newMeter();
  ok(await mine.client.post('/api/archive/ammeter/edit', { id: meter, ratedPower: 10 }));
  const t0 = Date.UTC(2025, 4, 1);
  await send(
    meter,
    [0, 1, 2, 8, 9].map((value, k) => [t0 + k * Q, value]),
  );
  const effect = await change('add', { ammeterId: meter, from: Date.UTC(2000, 0, 1), ct: 2, pt: 1 });
  expect(effect).toMatchObject({ doubtful: 1, months: [{ month: '2025-05', after: '6' }] });
});

it('any events after any readings: foretold, folded and rebuilt alike', async () => {
  const steps = fc.array(
    fc.record({
      later: fc.constantFrom(Q, 4 * Q, DAY_MS, 3 * DAY_MS, 40 * DAY_MS),
      rise: fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 0, max: 30 }) }, { weight: 1, arbitrary: fc.constant(-50) }),
    }),
    { minLength: 2, maxLength: 40 },
  ); // prettier-ignore
  const events = fc.array(
    fc.record({
      verb: fc.constantFrom('add' as const, 'add' as const, 'edit' as const, 'del' as const),
      pick: fc.nat(),
      // Part of the time from ten days before the first reading to ten days after the last.
      part: fc.double({ min: 0, max: 1, noNaN: true }),
      serial: fc.constantFrom('A', 'B'),
      sameDevice: fc.boolean(),
      ct: fc.constantFrom('1', '20'),
      startRegister: fc.constantFrom(undefined, '0', '7'),
      endBefore: fc.constantFrom(undefined, '100', '1000'),
    }),
    { minLength: 1, maxLength: 4 },
  );
  await fc.assert(
    fc.asyncProperty(steps, events, async (readings, changes) => {
      const meter = await newMeter();
      let [ts, value] = [Date.UTC(2025, 0, 20), 1000];
      const sent = readings.map(({ later, rise }) => [(ts += later), (value = Math.max(0, value + rise))] as const);
      await send(meter, sent);
      const [from, to] = [Date.UTC(2025, 0, 10), ts + 10 * DAY_MS];
      for (const { verb, pick, part, ...event } of changes) {
        const { rows } = await lifeOf(meter);
        const own = rows[pick % Math.max(1, rows.length)];
        if (verb !== 'add' && own?.id == null) continue;
        const entered = { ...event, ammeterId: meter, from: Math.round(from + part * (to - from)) };
        const params = verb === 'add' ? entered : verb === 'edit' ? { ...entered, id: own?.id } : { ammeterId: meter, id: own?.id };
        const tried = await mine.client.post(`${at}/preview`, verb === 'del' ? { ...params, del: 1 } : params);
        if (tried.code === 200) await change(verb, params);
      }
    }),
    runs(3, 60),
  );
}, RUNS_MS); // prettier-ignore

it('the only event may be moved to a later day: what was before it is written anew', async () => {
  const meter = await newMeter();
  await send(meter, [0, 1, 2].map((k) => [Date.UTC(2025, 0, 1 + k), 10 * k] as const)); // prettier-ignore
  await change('add', { ammeterId: meter, from: Date.UTC(2000, 0, 1), serial: 'A', ct: 2 });
  const [only] = (await lifeOf(meter)).rows;
  await change('edit', { ammeterId: meter, id: only?.id, from: Date.UTC(2025, 0, 2), serial: 'A', ct: 2 });
  expect((await lifeOf(meter)).rows.map((row) => row.ct)).toEqual(['1', '2']);
});

it('an event of today is no matter of figures that are final', async () => {
  const meter = await newMeter();
  const day = (n: number): number => Date.UTC(2025, 0, 1) + n * DAY_MS;
  await send(meter, Array.from({ length: 200 }, (_, n) => [day(n), n * 10] as const)); // prettier-ignore
  const closed = { goneBefore: day(101), closedBefore: day(100) };
  await setClosed(queryableOf(product.database.db), meter, closed);
  const post = (params: object) => mine.client.post<LedgerEffect>(`${at}/preview`, { ammeterId: meter, ...params });
  const replaced = { from: day(150), serial: 'B', endBefore: '1500', startRegister: '1500' };
  expect(ok(await post(replaced)).unchanged).toBeGreaterThan(0);
  ok(await mine.client.post(`${at}/add`, { ammeterId: meter, ...replaced }));
  expect(await post({ from: day(90), serial: 'B' })).toMatchObject({ code: 409 });
  expect(await mine.client.post(`${at}/add`, { ammeterId: meter, from: day(90), serial: 'B' })).toMatchObject({ code: 409 });
}); // prettier-ignore

it('an event that comes while readings are taken out waits, and is refused where it would count no more', async () => {
  const meter = await newMeter();
  const { db, pool } = product.database;
  const start = Date.UTC(2025, 0, 1);
  await send(meter, Array.from({ length: 200 }, (_, n) => [start + n * DAY_MS, n * 10] as const)); // prettier-ignore
  await settle(db, meter);
  const month = '2025-01-01';
  const facts = factsOf(await readMonth(pool, { meterId: meter, month }));
  let added: Promise<unknown> = Promise.resolve();
  const taking = {
    meterId: meter,
    months: [{ month, ...facts }],
    unfiled: async () => {
      added = mine.client.post(`${at}/add`, { ammeterId: meter, from: start + 20 * DAY_MS, serial: 'B' });
      // It is asked before the commit, and would have passed.
      await new Promise((resolve) => setTimeout(resolve, 500));
      return false;
    },
    goneBefore: Date.UTC(2025, 1, 1),
    closedBefore: Date.UTC(2025, 2, 1),
  };
  expect(await takeAway(pool, taking, () => Promise.resolve())).toMatchObject({
    bytes: expect.any(Number) as number,
  });
  expect(await added).toMatchObject({ code: 409 });
  expect((await lifeOf(meter)).rows).toEqual([]);
});

it('of two who edit one event at once the second hears of the first, and takes nothing back', async () => {
  const meter = await newMeter();
  const first = { ammeterId: meter, from: Date.UTC(2000, 0, 1), serial: 'A', ct: '120' };
  ok(await mine.client.post(`${at}/add`, first));
  const [seen] = (await lifeOf(meter)).rows;
  const { id, ct, remark } = seen ?? {};
  const expected = JSON.stringify({ ct, remark, endBefore: null });
  ok(await mine.client.post(`${at}/edit`, { ...first, id, ct: '150', expected }));
  const late = await mine.client.post(`${at}/edit`, { ...first, id, remark: 'seen', expected });
  expect(late).toMatchObject({ code: 409, field: 'ct' });
  expect(late.message).toContain(mine.userName);
  expect(await mine.client.post(`${at}/del`, { ammeterId: meter, id, expected })).toMatchObject({
    code: 409,
  });
  expect((await lifeOf(meter)).rows.map((row) => [row.ct, row.remark])).toEqual([['150', null]]);
  const again = JSON.stringify({ ct: '150', remark: null, endBefore: null });
  ok(await mine.client.post(`${at}/edit`, { ...first, id, ct: '150', remark: 'seen', expected: again }));
});

it('of several who edited an event the one is named who changed the field', async () => {
  const meter = await newMeter();
  const first = { ammeterId: meter, from: Date.UTC(2000, 0, 1), serial: 'A', ct: '120' };
  ok(await mine.client.post(`${at}/add`, first));
  const id = (await lifeOf(meter)).rows[0]?.id;
  ok(await mine.client.post(`${at}/edit`, { ...first, id, ct: '150' }));
  const operator = await product.operator();
  ok(await operator.post(`${at}/edit`, { ...first, id, ct: '150', remark: 'seen' }));
  const late = await operator.post(`${at}/edit`, { ...first, id, expected: JSON.stringify({ ct: '120' }) });
  expect(late).toMatchObject({ code: 409, field: 'ct' });
  expect(late.message).toContain(mine.userName);
});

it('wrong events are refused with their field, foreign meters and people without permission too', async () => {
  const meter = await newMeter();
  const post = (params: Record<string, unknown>) =>
    mine.client.post(`${at}/add`, {
      ammeterId: meter,
      from: '2025-01-01T00:00:00+08:00',
      serial: 'A',
      ...params,
    });
  expect(await post({ ct: 0 })).toMatchObject({ code: 400, field: 'ct' });
  expect(await post({ pt: 'ten' })).toMatchObject({ code: 400, field: 'pt' });
  expect(await post({ registerWidth: 20 })).toMatchObject({ code: 400, field: 'registerWidth' });
  expect(await post({ registerWidth: 4, startRegister: '10000' })).toMatchObject({
    code: 400,
    field: 'startRegister',
  });
  expect(await post({ endBefore: '-1' })).toMatchObject({ code: 400, field: 'endBefore' });
  expect(await post({ from: '1999-01-01T00:00:00Z' })).toMatchObject({ code: 400, field: 'from' });
  expect(await post({ from: Date.now() + 2 * DAY_MS })).toMatchObject({ code: 400, field: 'from' });
  const { id } = ok(await post({})) as { id: number };
  expect(await post({})).toMatchObject({ code: 409, field: 'from' });
  const other = await buildEnterprise(product);
  expect(await other.client.get(`${at}/getLife`, { ammeterId: meter })).toMatchObject({ code: 404 });
  expect(await other.client.post(`${at}/del`, { ammeterId: meter, id })).toMatchObject({ code: 404 });
  expect(await other.client.post(`${at}/del`, { ammeterId: other.ammeterId, id })).toMatchObject({
    code: 404,
  });
  expect(await product.anonymous.post(`${at}/del`, { ammeterId: meter, id })).toMatchObject({ code: 901 });
  expect((await lifeOf(meter)).rows).toHaveLength(2);
});
