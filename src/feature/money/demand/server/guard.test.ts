import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeIndex } from '#contract/dataCode.ts';
import { foldDirty, storeReadings } from '#feature/meters/reading/server/public.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { MINUTE_MS as MINUTE } from '#domain/time/duration.ts';
import { buildMeters } from '#test/build/meter.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import type { GuardRecord, GuardState } from '../contract.ts';
import { guardNow, guardsOf, stateOf } from './guard.ts';
import { watchDemand } from './guardWatch.ts';

/** Before midnight of the plant's zone. */
const START = Date.parse('2026-03-01T23:30:00+08:00');

let product: Product;
let operator: Client;
let consumerId = 0;
let meterId = 0;
let register = 0;

/** A reading each minute of (from, to]: power, and the register that it moved. */
async function run(from: number, to: number, kW: number): Promise<void> {
  const builder = new BatchBuilder();
  for (let t = from; t <= to; t += MINUTE) {
    if (t > from || register === 0) {
      if (t > from) register += kW / 60;
      builder.row(meterId, t);
      builder.set(codeIndex('PP'), Math.round(register * 1e6) / 1e6);
      builder.set(codeIndex('PZ'), kW);
    }
  }
  await storeReadings(product.database.db, builder.batch(), { source: 0 });
  await foldDirty(product.database.db);
}

beforeAll(async () => {
  product = await startProduct();
  operator = (await product.operator()).in('en');
  const built = await buildMeters(product.database.db, { name: 'guarded' });
  consumerId = built.consumerId;
  meterId = built.meterIds[0] ?? 0;
  await sql`update ammeter set interval_seconds = 60 where id = ${meterId}`.execute(product.database.db);
  ok(
    await operator.post('/api/price/demandGuard/add', {
      guardName: 'Main',
      consumerId,
      orgId: consumerId,
      limitPower: 500,
    }),
  );
  await sql`update demand_guard set _since = ${new Date(START)}`.execute(product.database.db);
});
afterAll(() => product.close());

const state = async (now: number): Promise<GuardState> => {
  const { db } = product.database;
  const [guard] = await guardsOf(db, consumerId);
  if (!guard) throw new Error('no limit');
  return stateOf(await guardNow(db, guard, now), now, null);
};

test('the running window: energy so far, present power, projected end, what must be shed and for how long', async () => {
  await run(START, START + 20 * MINUTE, 600);
  // Five minutes into the window that began at 23:45.
  const from = START + 15 * MINUTE;
  const now = START + 20 * MINUTE;
  expect(await state(now)).toMatchObject({
    from,
    to: from + 15 * MINUTE,
    limit: 500,
    energy: 50,
    power: 600,
    basis: 'power',
    projected: 600,
    warns: true,
    shed: 150,
    shedUntil: from + 15 * MINUTE,
    possible: true,
  });
  // Without news for a while the window itself tells the power.
  expect(await state(now + 6 * MINUTE)).toMatchObject({ basis: 'window', power: 600, projected: 600 });
});

test('a power that was measured says when it was told', async () => {
  const { db } = product.database;
  const [guard] = await guardsOf(db, consumerId);
  if (!guard) throw new Error('no limit');
  const told = START + 20 * MINUTE;
  expect((await guardNow(db, guard, told + 4 * MINUTE)).toldAt).toBe(told);
  expect((await guardNow(db, guard, told + 6 * MINUTE)).toldAt).toBeNull();
});

test('record: foreseen and averted, foreseen and hit, missed', async () => {
  const { db } = product.database;
  const first = START + 15 * MINUTE;
  await watchDemand(db, first + 5 * MINUTE);
  const { rows } = await sql<{ text: { en: string }; ended: Date | null }>`
    select text, ended_at as ended from notice where kind = 'demandGuard'`.execute(db);
  expect(rows).toEqual([
    { text: { zh: expect.any(String), en: 'Main: this window projected at 600 kW, limit 500 kW; shed 150 kW for 10 minutes' }, ended: null },
  ]); // prettier-ignore
  // 100 kW less than advised is not needed: 400 for ten minutes ends at 466.67.
  await run(first + 5 * MINUTE, first + 15 * MINUTE, 400);
  const second = first + 15 * MINUTE;
  await run(second, second + 5 * MINUTE, 900);
  await watchDemand(db, second + 5 * MINUTE);
  await run(second + 5 * MINUTE, second + 15 * MINUTE, 800);
  const third = second + 15 * MINUTE;
  // Nobody looked at this one while it ran.
  await run(third, third + 15 * MINUTE, 700);
  await run(third + 15 * MINUTE, third + 20 * MINUTE, 100);
  await watchDemand(db, third + 20 * MINUTE);
  const record = ok(await operator.get<GuardRecord>('/api/demand/guard/getRecord', { consumerId }));
  expect(record.list.map(({ from, outcome, actual }) => [from, outcome, Math.round(actual ?? 0)])).toEqual([
    [third, 'missed', 700],
    [second, 'hit', 833],
    [first, 'averted', 467],
    [START, 'missed', 600],
  ]);
  expect(record.counts).toEqual({ hit: 1, averted: 1, missed: 2 });
  // The maximum of the settlement month is that of the settlement list, by the windows of the meter.
  const [state] = ok(await operator.get<GuardState[]>('/api/demand/guard/getState', { consumerId }));
  expect(state?.method.en).toBe('sliding by 1 min');
  const { rows: ended } = await sql<{ n: number }>`
    select count(*)::integer as n from notice where kind = 'demandGuard' and ended_at is null`.execute(db);
  expect(ended[0]?.n).toBe(0);
});

test('a limit that is new or was changed missed nothing that was over before', async () => {
  const { db } = product.database;
  const now = START + 65 * MINUTE;
  const limit = { guardName: 'New', consumerId, orgId: consumerId, limitPower: 90 };
  const { id } = ok(await operator.post<{ id: number }>('/api/price/demandGuard/add', limit));
  const outcomes = async () =>
    (await sql<{ outcome: string }>`select outcome from demand_guard_window where guard_id = ${id} and outcome is not null`.execute(db)).rows; // prettier-ignore
  await watchDemand(db, now);
  expect(await outcomes()).toEqual([]);
  await sql`update demand_guard set _since = ${new Date(START + 15 * MINUTE)} where id = ${id}`.execute(db);
  ok(await operator.post('/api/price/demandGuard/editfield', { id, fieldName: 'limitPower', fieldValue: '95' })); // prettier-ignore
  await watchDemand(db, now);
  expect(await outcomes()).toEqual([]);
  await sql`update demand_guard set _since = ${new Date(START + 15 * MINUTE)} where id = ${id}`.execute(db);
  await watchDemand(db, now);
  expect(await outcomes()).toHaveLength(3);
  ok(await operator.post('/api/price/demandGuard/del', { ids: id }));
});

test('another enterprise sees no limit; a limit of a site without meters says nothing', async () => {
  const other = await buildMeters(product.database.db, { name: 'stranger', meters: 0 });
  expect(ok(await operator.get('/api/demand/guard/getState', { consumerId: other.consumerId }))).toEqual([]);
  ok(await operator.post('/api/price/demandGuard/add', { guardName: 'Empty', consumerId: other.consumerId, orgId: other.siteId, limitPower: 5 })); // prettier-ignore
  expect(
    ok(await operator.get('/api/demand/guard/getState', { consumerId: other.consumerId })),
  ).toMatchObject([{ projected: null, basis: 'none', warns: false }]);
});
