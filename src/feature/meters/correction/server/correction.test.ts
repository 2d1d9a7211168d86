import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { codeIndex } from '#contract/dataCode.ts';
import { FLAG } from '#contract/usageFlag.ts';
import { foldDirty, rebuild, storeIntervals, storeReadings } from '#feature/meters/reading/server/public.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { QUARTER_MS as Q } from '#domain/time/duration.ts';
import { add, buildEnterprise, type Enterprise, unique } from '#test/build.ts';
import { usageText } from '#test/build/meter.ts';
import { ok, startProduct, type Client, type Product } from '#test/product.ts';
import { RUNS_MS, runs } from '#test/runs.ts';
import type { CurveWire, Effect, Finding, FindingPage, Repair, ValueRow } from '../contract.ts';

vi.setConfig({ testTimeout: RUNS_MS });

const AT = '/api/sdata/correction';
// Midnight in Shanghai.
const T0 = Date.UTC(2025, 6, 6, 16);
const DAY = 96;

let product: Product;
let mine: Enterprise;
let theirs: Enterprise;
let operator: Client;
beforeAll(async () => {
  product = await startProduct();
  operator = await product.operator();
  mine = await buildEnterprise(product);
  theirs = await buildEnterprise(product);
});
afterAll(() => product.close());

async function send(
  meter: number,
  stands: readonly (readonly [quarter: number, value: number])[],
): Promise<void> {
  const builder = new BatchBuilder();
  for (const [quarter, value] of stands) {
    builder.row(meter, T0 + quarter * Q);
    builder.set(codeIndex('PP'), value);
  }
  await storeReadings(product.database.db, builder.batch());
  await foldDirty(product.database.db);
}

/** A meter with three days of registers, one kWh a quarter, but for what is left out or different. */
async function build(abnormal: ReadonlyMap<number, number | null> = new Map()): Promise<number> {
  const meter = await add(operator, 'ammeter', {
    ammeterName: 'Feeder',
    ammeterCode: unique(),
    consumerId: mine.consumerId,
    siteId: mine.siteId,
    ratedPower: 20,
  });
  const stands: [number, number][] = [];
  for (let q = 0; q <= 3 * DAY; q++) {
    const value = abnormal.has(q) ? abnormal.get(q) : q + 100;
    if (value != null) stands.push([q, value]);
  }
  await send(meter, stands);
  return meter;
}

const q = (quarter: number): number => T0 + quarter * Q;

async function dayEnergy(meter: number): Promise<Map<string, number | null>> {
  const { rows } = await sql<{ day: string; pp: string | null }>`
    select to_char(ts at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day, pp from usage
    where meter_id = ${meter} and level = 3 order by ts`.execute(product.database.db);
  return new Map(rows.map(({ day, pp }) => [day, pp === null ? null : Number(pp) / 1e6]));
}

/** Makes a correction and holds it to what it told: before, after, undone and rebuilt. */
async function repair(
  meter: number,
  operation: Record<string, unknown>,
): Promise<{ effect: Effect; id: number; former: string[] }> {
  const former = await usageText(product.database.db, meter);
  const params = { ammeterId: meter, ...operation };
  const reported = ok(await mine.client.post<Effect>(`${AT}/preview`, params));
  expect(await usageText(product.database.db, meter)).toEqual(former);
  const made = ok(
    await mine.client.post<{ id: number; effect: Effect }>(`${AT}/add`, { ...params, reason: 'Bad reading' }),
  );
  expect(made.effect).toEqual(reported);
  await foldDirty(product.database.db);
  const days = await dayEnergy(meter);
  for (const { day, after } of reported.days) expect([day, days.get(day) ?? null]).toEqual([day, after]);
  const now = await usageText(product.database.db, meter);
  await rebuild(product.database.db, meter);
  expect(await usageText(product.database.db, meter)).toEqual(now);
  return { effect: reported, id: made.id, former };
}

async function undo(meter: number, id: number, former: readonly string[]): Promise<void> {
  ok(await mine.client.post(`${AT}/undo`, { id, reason: 'It was right' }));
  expect((await statePage(meter)).pending).toBe(true);
  await foldDirty(product.database.db);
  expect((await statePage(meter)).pending).toBe(false);
  expect(await usageText(product.database.db, meter)).toEqual(former);
  expect(await mine.client.post(`${AT}/undo`, { id, reason: 'again' })).toMatchObject({ code: 409 });
}

const statePage = async (meter: number, params: Record<string, unknown> = {}): Promise<FindingPage> =>
  ok(
    await mine.client.get<FindingPage>(`${AT}/getState`, {
      ammeterId: meter,
      from: q(0),
      to: q(3 * DAY),
      pageSize: 100,
      ...params,
    }),
  );

const state = async (meter: number, kinds = ''): Promise<readonly Finding[]> =>
  (await statePage(meter, { kinds })).list;

describe('what is abnormal', () => {
  it('is listed with instants, amounts and the registers that do not fit, paged', async () => {
    // A spike at 40, a gap 50–54.
    const meter = await build(new Map<number, number | null>([[40, 9000], [51, null], [52, null], [53, null]])); // prettier-ignore
    const list = await state(meter);
    expect(list.map(({ kind, from, to, energy }) => [kind, (from - T0) / Q, (to - T0) / Q, energy])).toEqual([
      ['suspect', 39, 41, 2],
      ['interpolated', 39, 41, 2],
      ['interpolated', 50, 54, 4],
    ]);
    expect(list[0]?.registers).toEqual({ before: 139, after: 9000, from: q(39), to: q(40) });
    expect((await state(meter, 'interpolated')).length).toBe(2);
    const page = await statePage(meter, { pageNo: 2, pageSize: 2 });
    expect([page.list.length, page.pagination.total]).toEqual([1, 3]);
    const curve = ok(
      await mine.client.get<CurveWire>(`${AT}/getCurve`, { ammeterId: meter, from: q(38), to: q(42) }),
    );
    expect(curve.energy).toEqual([1, 1, 1, 1]);
    expect(curve.flags[1]).toEqual(['interpolated', 'suspect']);
    expect(curve.registers.map((one) => one.value)).toEqual([138, 139, 9000, 141, 142]);
  });
});

describe('corrections', () => {
  it('ignores a spike: the energy between its neighbours stays, and nothing is suspect', async () => {
    const meter = await build(new Map([[40, 9000]]));
    const { effect, id, former } = await repair(meter, { kind: 'ignore', from: q(40), to: q(40) });
    expect(effect).toMatchObject({ dayCount: 1, now: 96, after: 96, change: 0 });
    expect((await state(meter)).map((one) => one.kind)).toEqual(['interpolated']);
    const values = ok(
      await mine.client.get<{ list: ValueRow[] }>(`${AT}/getValues`, { ammeterId: meter, from: q(39), to: q(41), pageSize: 50 }),
    ).list; // prettier-ignore
    expect(values.map(({ value, state: how }) => [value, how])).toEqual([
      ['139', 'counts'],
      ['9000', 'taken'],
      ['141', 'counts'],
    ]);
    await undo(meter, id, former);
  });

  it('enters a register; the last word of persons counts', async () => {
    const meter = await build(new Map<number, number | null>([[51, null]]));
    const first = await repair(meter, { kind: 'register', from: q(51), to: q(51), amount: '150.5' });
    expect(first.effect.curve.values.slice(50, 52)).toEqual([0.5, 1.5]);
    const second = await repair(meter, { kind: 'register', from: q(51), to: q(51), amount: '151' });
    expect(second.effect.curve.values.slice(50, 52)).toEqual([1, 1]);
    await undo(meter, second.id, second.former);
    await undo(meter, first.id, first.former);
  });

  it('enters the energy of an interval, shifts registers, scales energies', async () => {
    const meter = await build(new Map<number, number | null>([[DAY + 1, null], [DAY + 2, null]])); // prettier-ignore
    const energy = await repair(meter, { kind: 'energy', from: q(10), to: q(14), amount: '6.5' });
    expect(energy.effect).toMatchObject({ now: 96, after: 98.5, change: 2.5 });
    const flags = await state(meter, 'manual');
    expect(flags.map(({ from, to, energy: sum }) => [from, to, sum])).toEqual([[q(10), q(14), 6.5]]);
    const shift = await repair(meter, { kind: 'shift', from: q(30), to: q(34), amount: '0.25' });
    expect(shift.effect).toMatchObject({ change: 0 });
    expect(shift.effect.curve.values.slice(29, 34)).toEqual([1.25, 1, 1, 1, 0.75]);
    const scale = await repair(meter, { kind: 'scale', from: q(DAY), to: q(DAY + 8), amount: '1.5' });
    expect(scale.effect).toMatchObject({ dayCount: 1, now: 96, after: 100, change: 4 });
    // The gap inside stays one interval without demand.
    const { rows } = await product.database.pool.query(
      'select count(md)::integer as n from usage where meter_id = $1 and level = 1 and ts >= $2 and ts < $3',
      [meter, new Date(q(DAY)), new Date(q(DAY + 8))],
    );
    expect(rows).toEqual([{ n: 5 }]);
    await undo(meter, scale.id, scale.former);
    await undo(meter, shift.id, shift.former);
    await undo(meter, energy.id, energy.former);
  });

  it('interpolates between registers, and from the quarters beside where no register tells', async () => {
    const meter = await build(new Map([[60, 161], [61, 161], [62, 170]])); // prettier-ignore
    const even = await repair(meter, { kind: 'interpolate', from: q(59), to: q(63) });
    expect(even.effect.curve.values.slice(59, 63)).toEqual([1, 1, 1, 1]);
    await undo(meter, even.id, even.former);
    const stated = await add(operator, 'ammeter', {
      ammeterName: 'Stated', ammeterCode: unique(), consumerId: mine.consumerId, siteId: mine.siteId,
    }); // prettier-ignore
    const values = [2, 2, 50, 50, 4, 4].map((value, i) => ({
      meterId: stated,
      start: q(i),
      end: q(i + 1),
      code: 'PP',
      value: String(value),
    }));
    await storeIntervals(product.database.db, values);
    await foldDirty(product.database.db);
    const mean = await repair(stated, { kind: 'interpolate', from: q(2), to: q(4) });
    expect(mean.effect).toMatchObject({ now: 112, after: 18 });
    const { rows } = await product.database.pool.query(
      'select md, flags from usage where meter_id = $1 and level = 1 and ts = $2',
      [stated, new Date(q(2))],
    );
    expect(rows[0]?.md).toBeNull();
    expect((rows[0]?.flags ?? 0) & FLAG.interpolated).toBe(FLAG.interpolated);
    await undo(stated, mean.id, mean.former);
    // A quarter by itself would pass for a measured demand.
    expect(
      await mine.client.post(`${AT}/preview`, {
        ammeterId: stated,
        kind: 'interpolate',
        from: q(2),
        to: q(3),
      }),
    ).toMatchObject({ code: 400, field: 'from' });
  });

  it('finds the reading next to what was taken out, however far it is', async () => {
    const meter = await add(operator, 'ammeter', {
      ammeterName: 'Slow', ammeterCode: unique(), consumerId: mine.consumerId, siteId: mine.siteId, intervalSeconds: 21_600,
    }); // prettier-ignore
    const stands = Array.from({ length: 40 }, (_, i): [number, number] => [
      i * 24,
      i >= 10 && i < 16 ? 50_000 + i : i * 6,
    ]);
    await send(meter, stands);
    await repair(meter, { kind: 'ignore', from: q(240), to: q(240) });
    const rest = await repair(meter, { kind: 'ignore', from: q(241), to: q(15 * 24) });
    // From nine times six hours on, seven intervals of six units.
    expect(rest.effect.after).toBe(rest.effect.dayCount * 24);
    expect((await dayEnergy(meter)).get('2025-07-10')).toBe(24);
    await send(meter, [[12 * 24 + 1, 77_000]]);
    expect((await dayEnergy(meter)).get('2025-07-10')).toBe(24);
    const entered = await repair(meter, { kind: 'register', from: q(12 * 24), to: q(12 * 24), amount: '71' });
    await undo(meter, entered.id, entered.former);
    await repair(meter, { kind: 'ignore', from: q(12 * 24 + 1), to: q(12 * 24 + 1) });
  });

  it('any corrections on any history: told = made = rebuilt, and undone in any order nothing is left', async () => {
    const quarter = fc.integer({ min: 0, max: 2 * DAY });
    const history = fc.record({
      holes: fc.array(fc.record({ at: quarter, length: fc.integer({ min: 1, max: 30 }) }), { maxLength: 4 }),
      spikes: fc.array(quarter, { maxLength: 3 }),
      operations: fc.array(
        fc.record({
          kind: fc.constantFrom('register', 'energy', 'shift', 'scale', 'interpolate', 'ignore'),
          at: quarter,
          length: fc.integer({ min: 1, max: 40 }),
          amount: fc.integer({ min: 1, max: 40 }),
        }),
        { minLength: 1, maxLength: 3 },
      ),
      backwards: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(history, async ({ holes, spikes, operations, backwards }) => {
        const abnormal = new Map<number, number | null>(spikes.map((at) => [at, 5000 + at]));
        for (const { at, length } of holes) for (let i = at; i < at + length; i++) abnormal.set(i, null);
        const meter = await build(abnormal);
        const former = await usageText(product.database.db, meter);
        const made: number[] = [];
        for (const { kind, at, length, amount } of operations) {
          const operation = { kind, from: q(at), to: q(at + length), amount: String(amount / 4) };
          const context = await mine.client.post(`${AT}/preview`, { ammeterId: meter, ...operation });
          if (context.code === 200) made.push((await repair(meter, operation)).id);
        }
        for (const id of backwards ? made.toReversed() : made) {
          ok(await mine.client.post(`${AT}/undo`, { id, reason: 'back' }));
          await foldDirty(product.database.db);
        }
        expect(await usageText(product.database.db, meter)).toEqual(former);
      }),
      runs(8),
    );
  });

  it('chooses the one of two values that its source sent first', async () => {
    const meter = await build();
    await send(meter, [[20, 120.5]]);
    expect((await state(meter, 'corrected')).map(({ from, to }) => [from, to])).toEqual([[q(19), q(21)]]);
    const values = ok(
      await mine.client.get<{ list: ValueRow[] }>(`${AT}/getValues`, { ammeterId: meter, from: q(20), to: q(20) }),
    ).list; // prettier-ignore
    expect(values.map((one) => [one.value, one.state])).toEqual([['120.5', 'counts'], ['120', 'other']]); // prettier-ignore
    const { effect, id, former } = await repair(meter, {
      kind: 'choose',
      from: q(20),
      to: q(20),
      amount: '120',
    });
    expect(effect.curve.values.slice(19, 21)).toEqual([1, 1]);
    await undo(meter, id, former);
  });

  it('values off the course say so, and the one before that counts in their place', async () => {
    const meter = await build(new Map([[40, 9000]]));
    await send(meter, [[20, 8000]]);
    const interval = { ammeterId: meter, from: q(20), to: q(40), pageSize: 50 };
    const { list } = ok(await mine.client.get<{ list: ValueRow[] }>(`${AT}/getValues`, interval));
    const states = list.filter(({ from }) => from === q(20) || from === q(40));
    expect(states.map(({ value, state: how }) => [value, how])).toEqual([
      ['8000', 'suspect'],
      ['120', 'counts'],
      ['9000', 'suspect'],
    ]);
  });

  it('an import after it counts again over what was ignored', async () => {
    const meter = await build(new Map([[40, 9000]]));
    await repair(meter, { kind: 'ignore', from: q(38), to: q(42) });
    // What the device sends late for the same interval stays out.
    await send(meter, [[40.5, 9001]]);
    expect((await state(meter)).map((one) => one.kind)).toEqual(['interpolated']);
  });

  it('keeps who, when, why; another enterprise and faults are refused', async () => {
    const meter = await build();
    const { id } = await repair(meter, { kind: 'energy', from: q(0), to: q(4), amount: '8' });
    await mine.client.post(`${AT}/undo`, { id, reason: 'It was right' });
    const [row] = ok(await mine.client.get<{ list: Repair[] }>(`${AT}/getList`, { ammeterId: meter })).list;
    expect(row).toMatchObject({
      kind: 'energy', amount: '8', reason: 'Bad reading', now: 96, after: 100, undoReason: 'It was right',
    }); // prettier-ignore
    expect(row?.createdBy).not.toBeNull();
    const params = { ammeterId: meter, kind: 'energy', from: q(0), to: q(4), amount: '8' };
    const interval = { ammeterId: meter, from: q(0), to: q(4) };
    for (const path of ['preview', 'add'])
      expect(await theirs.client.post(`${AT}/${path}`, { ...params, reason: 'x' })).toMatchObject({
        code: 404,
      });
    expect(await theirs.client.post(`${AT}/undo`, { id, reason: 'x' })).toMatchObject({ code: 404 });
    for (const path of ['getState', 'getCurve', 'getValues', 'getList'])
      expect(await theirs.client.get(`${AT}/${path}`, interval)).toMatchObject({ code: 404 });
    expect(await mine.client.post(`${AT}/add`, params)).toMatchObject({ code: 400, field: 'reason' });
    const refused = async (change: Record<string, unknown>): Promise<unknown> =>
      (await mine.client.post(`${AT}/preview`, { ...params, ...change })).field;
    expect(await refused({ amount: '-1' })).toBe('amount');
    expect(await refused({ amount: 'many' })).toBe('amount');
    expect(await refused({ to: q(0) })).toBe('to');
    expect(await refused({ kind: 'scale', from: q(0) + 1 })).toBe('from');
    expect(await refused({ to: q(40 * DAY) })).toBe('to');
  });
});
