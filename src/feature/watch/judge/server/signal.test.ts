import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { AlarmRow } from '#feature/watch/alarm/contract.ts';
import type { Page } from '#contract/envelope.ts';
import { storeStates } from '#feature/meters/signalStore/server/public.ts';
import { buildMeters } from '#test/build/meter.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import { RUNS_MS, runs } from '#test/runs.ts';
import { replay } from '#domain/alarm/replay.ts';
import { type RuleSettings, signalRuleOn } from '#domain/alarm/settings.ts';
import { signalValues } from '#feature/watch/replay/server/signal.ts';
import { lookAtSignals } from './public.ts';

vi.setConfig({ testTimeout: RUNS_MS });
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const [OPEN, CLOSED] = [0, 1];

let product: Product;
let operator: Client;
let consumerId = 0;
let siteId = 0;
beforeAll(async () => {
  product = await startProduct();
  operator = (await product.operator()).in('en');
  ({ consumerId, siteId } = await buildMeters(product.database.db, { name: 'signals' }));
});
afterAll(() => product.close());

let n = 0;
async function newPoint(rest: object = {}): Promise<number> {
  const { id } = ok(
    await operator.post<{ id: number }>('/api/archive/signalPoint/add', {
      pointName: `QF${++n}`, pointCode: `QF${n}`, consumerId, siteId, kind: '1', statesZh: '0=分闸,1=合闸', statesEn: '0=Open,1=Closed',
      normalState: CLOSED, expectedSeconds: 0, ...rest,
    }),
  ); // prettier-ignore
  return id;
}
async function newRule(rest: object = {}): Promise<number> {
  const { id } = ok(
    await operator.post<{ id: number }>('/api/event/alarm/add', {
      alarmName: `Tripped ${++n}`, consumerId, alarmLevel: '1', triggerMethod: 'signal', triggerInterval: 0, recoverInterval: 0, ...rest,
    }),
  ); // prettier-ignore
  return id;
}
/** Puts a rule to a point as if since an instant (ms). */
async function put(alarmId: number, pointId: number, since: number): Promise<number> {
  const { id } = ok(
    await operator.post<{ id: number }>('/api/event/signalAlarm/add', {
      alarmId,
      consumerId,
      signalPointId: pointId,
    }),
  );
  await sql`update alarm_signal set begun_at = ${new Date(since)}, judged_to = ${new Date(since)} where point_id = ${pointId}`.execute(
    product.database.db,
  );
  return id;
}
const tell = (pointId: number, list: readonly (readonly [at: number, value: number | null])[]) =>
  storeStates(
    product.database.db,
    list.map(([ts, value]) => ({ pointId, ts, value })),
  );
async function look(now = Date.now(), inDoubt = false): Promise<void> {
  const ways = { outbox: product.services.config.outbox, outwardAllow: new Set<string>() };
  await lookAtSignals(product.database.db, { ways, now, inDoubt });
}
async function recordsOf(pointId: number) {
  const { rows } = await sql<{ raised: number; cleared: number | null; revision: string | null; origin: string; retired: boolean }>`
    select (extract(epoch from raised_at) * 1000)::float8 as raised, (extract(epoch from cleared_at) * 1000)::float8 as cleared,
      revision, origin, _retired as retired from alarm_record where signal_point_id = ${pointId} order by raised_at, id`.execute(
    product.database.db,
  ); // prettier-ignore
  return rows;
}
const spans = async (pointId: number) =>
  (await recordsOf(pointId)).map(({ raised, cleared, revision }) => [raised, cleared, revision]);
async function toldOf(pointId: number): Promise<number> {
  const { rows } = await sql<{ told: number }>`
    select coalesce(sum(_told), 0)::integer as told from alarm_record where signal_point_id = ${pointId}`.execute(
    product.database.db,
  );
  return rows[0]?.told ?? 0;
}
const settingsOf = async (alarmId: number): Promise<RuleSettings> => {
  const { rows } = await sql<{ settings: RuleSettings }>`
    select settings from alarm_version where alarm_id = ${alarmId} order by version desc limit 1`.execute(
    product.database.db,
  );
  return rows[0]?.settings as RuleSettings;
};
/** The episodes that a replay of a rule finds on a point. */
async function replayed(alarmId: number, pointId: number, from: number, to: number) {
  const rule = signalRuleOn(await settingsOf(alarmId));
  const values = await signalValues(product.database.db, pointId, rule, from, to);
  return replay(values, rule, to).map(({ raisedAt, clearedAt }) => [raisedAt, clearedAt]);
}
/** A breaker with a rule that was put to it an hour ago; a whole second, as devices tell them. */
async function breaker(rule: object = {}, point: object = {}) {
  const t = Math.floor(Date.now() / 1000) * 1000;
  const pointId = await newPoint(point);
  const alarmId = await newRule(rule);
  const signalAlarmId = await put(alarmId, pointId, t - HOUR);
  return { t, pointId, alarmId, signalAlarmId };
}

test('a breaker that opens and is closed again within a second is a record with its begin and its end', async () => {
  const { t, pointId } = await breaker();
  await tell(pointId, [[t - 30 * MINUTE, CLOSED]]);
  await look();
  expect(await spans(pointId)).toEqual([]);
  await tell(pointId, [
    [t - 2 * MINUTE, OPEN],
    [t - 2 * MINUTE + 400, CLOSED],
  ]);
  await look();
  expect(await spans(pointId)).toEqual([[t - 2 * MINUTE, t - 2 * MINUTE + 400, null]]);
  // What is repeated is nothing new.
  await tell(pointId, [[t - 2 * MINUTE, OPEN], [t - MINUTE, CLOSED]]); // prettier-ignore
  await look();
  expect(await recordsOf(pointId)).toHaveLength(1);
});

test('one that stands open when the rule is put to it is an alarm from then on, told once, by its name and state', async () => {
  const t = Math.floor(Date.now() / 1000) * 1000;
  const pointId = await newPoint();
  await tell(pointId, [[t - 3 * HOUR, OPEN]]);
  await put(await newRule(), pointId, t - MINUTE);
  await look();
  expect(await spans(pointId)).toEqual([[t - MINUTE, null, null]]);
  expect(await toldOf(pointId)).toBe(1);
  const { list } = ok(await operator.get<Page<AlarmRow>>('/api/alarm/record/getDataTablePageAnt', { enterpriseId: consumerId })); // prettier-ignore
  const row = list.find((one) => one.signalPointId === pointId);
  expect(row).toMatchObject({ ammeterId: null, peakValue: null, limitValue: null, alarmStatus: '1', siteId });
  expect(row?.pointName).toMatch(/^QF/);
  expect(row?.recordName).toContain(row?.pointName);
});

test('what is not known clears nothing and raises nothing', async () => {
  const { t, pointId } = await breaker({ recoverInterval: 0 }, { expectedSeconds: 60 });
  await tell(pointId, [[t - 20 * MINUTE, OPEN]]);
  await look();
  // Not heard for three intervals since; then the device itself does not know.
  await tell(pointId, [[t - 10 * MINUTE, null]]);
  await look();
  expect(await spans(pointId)).toEqual([[t - 20 * MINUTE, null, null]]);
  await tell(pointId, [[t - MINUTE, CLOSED]]);
  await look();
  expect(await spans(pointId)).toEqual([[t - 20 * MINUTE, t - MINUTE, null]]);
  const other = await breaker();
  await tell(other.pointId, [[other.t - MINUTE, null]]);
  await look();
  expect(await spans(other.pointId)).toEqual([]);
});

test('a door may stand open for a while: the delay ends by the clock alone', async () => {
  const t = Math.floor(Date.now() / 1000) * 1000;
  const { pointId } = await breaker({ triggerInterval: 300 });
  await tell(pointId, [[t - 30 * MINUTE, CLOSED], [t - 20 * MINUTE, OPEN], [t - 16 * MINUTE, CLOSED]]); // prettier-ignore
  await look();
  expect(await spans(pointId)).toEqual([]);
  await tell(pointId, [[t, OPEN]]);
  await look();
  expect(await spans(pointId)).toEqual([]);
  await look(Date.now() + 4 * MINUTE);
  expect(await spans(pointId)).toEqual([]);
  await look(Date.now() + 6 * MINUTE);
  expect(await spans(pointId)).toEqual([[t + 5 * MINUTE, null, null]]);
});

test('a position that comes late is found, revises what was told, and wakes nobody', async () => {
  const { t, pointId } = await breaker();
  await tell(pointId, [[t - 50 * MINUTE, CLOSED], [t - MINUTE, CLOSED]]); // prettier-ignore
  await look();
  await tell(pointId, [[t - 40 * MINUTE, OPEN], [t - 39 * MINUTE, CLOSED]]); // prettier-ignore
  await look();
  expect(await spans(pointId)).toEqual([[t - 40 * MINUTE, t - 39 * MINUTE, null]]);
  expect(await toldOf(pointId)).toBe(0);
  // It was closed before what was first heard.
  await tell(pointId, [[t - 39 * MINUTE - 30_000, CLOSED]]);
  await look();
  expect(await spans(pointId)).toEqual([[t - 40 * MINUTE, t - 39 * MINUTE - 30_000, 'revised']]);
  // Another position of the same instant: what held then is not known, and it never was an alarm.
  await tell(pointId, [[t - 40 * MINUTE, CLOSED]]);
  await look();
  expect((await recordsOf(pointId)).map(({ revision }) => revision)).toEqual(['withdrawn']);
});

test('a state that the rule names, and a normal one that is changed', async () => {
  const t = Math.floor(Date.now() / 1000) * 1000;
  const modes = { statesZh: '0=停,1=手动,2=自动', statesEn: '0=Off,1=Manual,2=Auto', normalState: 2 };
  const named = await breaker({ signalState: 1 }, modes);
  const any = await breaker({}, modes);
  for (const { pointId } of [named, any])
    await tell(pointId, [[t - 29 * MINUTE, 2], [t - 28 * MINUTE, 0], [t - 26 * MINUTE, 1], [t - 24 * MINUTE, 2], [t, 2]]); // prettier-ignore
  await look();
  expect(await spans(named.pointId)).toEqual([[t - 26 * MINUTE, t - 24 * MINUTE, null]]);
  expect(await spans(any.pointId)).toEqual([[t - 28 * MINUTE, t - 24 * MINUTE, null]]);
  // From now on manual is what is normal: what was judged before stays, and automatic is an alarm from now on.
  const changed = Date.now();
  ok(
    await operator.post('/api/archive/signalPoint/editfield', {
      id: any.pointId,
      fieldName: 'normalState',
      fieldValue: 1,
    }),
  );
  await look();
  await look(Date.now() + 2000);
  const [before, after] = await spans(any.pointId);
  expect(before).toEqual([t - 28 * MINUTE, t - 24 * MINUTE, null]);
  expect(after?.[0]).toBeGreaterThanOrEqual(changed - 2000);
  expect(after?.slice(1)).toEqual([null, null]);
});

test('a rule that is taken away, or a point out of use, ends its record', async () => {
  const [a, b] = [await breaker(), await breaker()];
  for (const { pointId, t } of [a, b]) await tell(pointId, [[t - MINUTE, OPEN]]);
  await look();
  ok(await operator.post('/api/event/signalAlarm/del', { id: a.signalAlarmId }));
  ok(
    await operator.post('/api/archive/signalPoint/editfield', {
      id: b.pointId,
      fieldName: 'state',
      fieldValue: '0',
    }),
  );
  await look();
  for (const { pointId } of [a, b])
    expect(await recordsOf(pointId)).toMatchObject([{ retired: true, cleared: expect.any(Number) }]);
  const { rows } = await sql`select from alarm_signal where point_id in (${a.pointId}, ${b.pointId})`.execute(
    product.database.db,
  );
  expect(rows).toHaveLength(0);
});

test('one that a person has put aside is recorded and told when the time is over and it still stands', async () => {
  const { t, pointId } = await breaker();
  await tell(pointId, [[t - 10 * MINUTE, OPEN], [t - 9 * MINUTE, CLOSED]]); // prettier-ignore
  await look();
  const [first] = (await sql<{ id: number }>`select id from alarm_record where signal_point_id = ${pointId}`.execute(product.database.db)).rows; // prettier-ignore
  const shelved = { alarmRecordId: first?.id, minutes: 30, reason: 'works on the feeder' };
  ok(await operator.post('/api/alarm/record/shelve', shelved));
  const told = await toldOf(pointId);
  await tell(pointId, [[t - MINUTE, OPEN]]);
  await look();
  expect(await toldOf(pointId)).toBe(told);
  ok(await operator.post('/api/alarm/record/unshelve', { alarmRecordId: first?.id }));
  await look(Date.now() + 2 * MINUTE);
  expect(await toldOf(pointId)).toBe(told + 1);
});

test('by a clock that is wrong nothing changes by time alone', async () => {
  const { t, pointId } = await breaker({ triggerInterval: 60 });
  await tell(pointId, [[t - 10_000, OPEN]]);
  await look(Date.now() + HOUR, true);
  expect(await spans(pointId)).toEqual([]);
});

test('a rule that can never be raised is refused, and a rule of meters is put to no point', async () => {
  const without = await newPoint({ normalState: null });
  const rule = await newRule();
  const add = (alarmId: number, signalPointId: number) =>
    operator.post('/api/event/signalAlarm/add', { alarmId, consumerId, signalPointId });
  expect(await add(rule, without)).toMatchObject({ code: 400, message: expect.stringContaining('never be raised') }); // prettier-ignore
  expect(await add(await newRule({ signalState: 7 }), without)).toMatchObject({ code: 400, message: expect.stringContaining('no state 7') }); // prettier-ignore
  const above = await newRule({ triggerMethod: 'above', triggerFieldName: 'PZ', limitValue: 5 });
  expect(await add(above, await newPoint())).toMatchObject({ code: 400 });
  const used = await breaker();
  expect(
    await operator.post('/api/event/alarm/editfield', { id: used.alarmId, fieldName: 'triggerMethod', fieldValue: 'silent' }),
  ).toMatchObject({ code: expect.any(Number) }); // prettier-ignore
  expect(
    await operator.post('/api/event/alarm/edit', { id: used.alarmId, triggerMethod: 'above', triggerFieldName: 'PZ', limitValue: 5 }),
  ).toMatchObject({ code: 409 }); // prettier-ignore
});

test('in whatever order and however often positions come: the records of all of them together', async () => {
  const value = fc.constantFrom(OPEN, CLOSED, null);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.integer({ min: 1, max: 50 }), value), { minLength: 1, maxLength: 14 }),
      fc.array(fc.nat(13), { maxLength: 8 }),
      fc.integer({ min: 0, max: 240 }),
      async (samples, again, delay) => {
        const t = Math.floor(Date.now() / 1000) * 1000 - HOUR;
        const at = ([minute, state]: readonly [number, number | null]) => [t + minute * MINUTE, state] as const;
        const delivered = [...samples, ...again.flatMap((i) => samples.slice(i, i + 1))].map(at);
        const alarmId = await newRule({ triggerInterval: delay, recoverInterval: delay });
        const [one, all] = [await newPoint(), await newPoint()];
        for (const pointId of [one, all]) await put(alarmId, pointId, t);
        for (const sample of delivered) {
          await tell(one, [sample]);
          await look();
        }
        await tell(all, delivered);
        await look();
        const stands = async (pointId: number) => {
          const { rows } = await sql<{ episodes: { raisedAt: number; clearedAt: number | null }[] }>`
            select _episodes as episodes from alarm_record where signal_point_id = ${pointId}
              and revision is distinct from 'withdrawn' order by raised_at`.execute(product.database.db);
          return rows.flatMap(({ episodes }) => episodes.map(({ raisedAt, clearedAt }) => [raisedAt, clearedAt]));
        };
        expect(await stands(one)).toEqual(await stands(all));
      },
    ),
    runs(12, 300),
  ); // prettier-ignore
});

test('more operations in a day than there may be: raised by the first beyond them, over with the day, replayed alike', async () => {
  const pointId = await newPoint();
  const alarmId = await newRule({ triggerMethod: 'operations', limitValue: 2 });
  // Yesterday at ten in the morning of the site.
  const midnight = Math.floor((Date.now() + 8 * HOUR) / (24 * HOUR)) * 24 * HOUR - 8 * HOUR;
  const ten = midnight - 14 * HOUR;
  await put(alarmId, pointId, ten - HOUR);
  const states = [CLOSED, OPEN, CLOSED, null, OPEN, CLOSED] as const;
  await tell(
    pointId,
    states.map((value, i) => [ten + i * MINUTE, value] as const),
  );
  // By the clock of the point, which shows what it told last, the day is over by then.
  const later = Date.now() + 15 * HOUR;
  await look(later);
  // Open, closed and, across what was not known, open again: the third is one too many.
  expect(await spans(pointId)).toEqual([[ten + 4 * MINUTE, midnight, null]]);
  const { rows } = await sql<{ peak: number; limit: number }>`
    select peak_value::float8 as peak, limit_value::float8 as limit from alarm_record where signal_point_id = ${pointId}`.execute(
    product.database.db,
  );
  expect(rows).toEqual([{ peak: 4, limit: 2 }]);
  expect(await replayed(alarmId, pointId, ten - HOUR, Date.now())).toEqual([[ten + 4 * MINUTE, midnight]]);
  // One that comes late makes the second of them the third.
  await tell(pointId, [[ten + 90_000, CLOSED], [ten + 100_000, OPEN]]); // prettier-ignore
  await look(later + MINUTE);
  expect(await spans(pointId)).toEqual([[ten + 100_000, midnight, 'revised']]);
});

test.each([
  [{ limitValue: undefined }, 'limitValue'],
  [{ limitValue: 2.5 }, 'limitValue'],
])('a rule that counts operations asks for a whole number: %o', async (rest, field) => {
  const refused = await operator.post('/api/event/alarm/add', {
    alarmName: `Refused ${++n}`, consumerId, alarmLevel: '1', triggerMethod: 'operations', ...rest,
  }); // prettier-ignore
  expect(refused).toMatchObject({ code: 400, field });
});

test('a rule on signal points is replayed on the points it is put to, as live judging found it', async () => {
  const { t, pointId, alarmId } = await breaker({ triggerInterval: 60, recoverInterval: 30 });
  await tell(pointId, [[t - 50 * MINUTE, CLOSED], [t - 40 * MINUTE, OPEN], [t - 30 * MINUTE, CLOSED], [t - 20 * MINUTE, OPEN], [t - 20 * MINUTE + 30_000, CLOSED]]); // prettier-ignore
  await look();
  const live = (await recordsOf(pointId)).map(({ raised, cleared }) => [raised, cleared]);
  expect(live).toEqual([[t - 39 * MINUTE, t - 30 * MINUTE + 30_000]]);
  expect(await replayed(alarmId, pointId, t - HOUR, t)).toEqual(live);
  const refused = await operator.post('/api/event/alarm/replay', { triggerMethod: 'signal' });
  expect(refused).toMatchObject({ code: 400, field: 'triggerMethod' });
  ok(await operator.post('/api/event/alarm/replay', { alarmId, triggerInterval: 10 }));
});
