import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ruleOn, type RuleSettings } from '#domain/alarm/settings.ts';
import { replay } from '#domain/alarm/replay.ts';
import type { AlarmReason } from '#feature/watch/alarm/contract.ts';
import { foldDirty } from '#feature/meters/reading/server/public.ts';
import { storeStates } from '#feature/meters/signalStore/server/public.ts';
import { judgedValues } from '#feature/watch/replay/server/values.ts';
import { buildMeters } from '#test/build/meter.ts';
import { judgeScene } from '#test/build/judgeScene.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import { lookAtMixed } from './public.ts';

const MINUTE = 60_000;
const QUARTER = 15 * MINUTE;
const HOUR = 60 * MINUTE;
const [OPEN, CLOSED] = [0, 1];
/** The hour that is under way; what follows lies ahead of the real clock. */
const H = Math.floor(Date.now() / HOUR) * HOUR;

let product: Product;
let operator: Client;
let consumerId = 0;
let siteId = 0;
beforeAll(async () => {
  product = await startProduct();
  operator = (await product.operator()).in('en');
  ({ consumerId, siteId } = await buildMeters(product.database.db, { name: 'mixed' }));
});
afterAll(() => product.close());
const { look: lookAtReadings, newMeter, store, recordsOf } = judgeScene(() => ({ product, consumerId }));

const ways = () => ({ outbox: product.services.config.outbox, outwardAllow: new Set<string>() });
const fold = async (): Promise<void> => {
  while ((await foldDirty(product.database.db)) > 0);
};
/** Looks at readings and then at compositions, as the watch does. @param now ms */
async function look(now: number): Promise<void> {
  await lookAtReadings(now);
  for (let rounds = 0; rounds < 10; rounds++)
    if ((await lookAtMixed(product.database.db, { ways: ways(), now })).ids.length === 0) return;
  throw new Error('the look does not come to its end');
}

let n = 0;
const add = async (path: string, values: object): Promise<number> =>
  ok(await operator.post<{ id: number }>(`/api/${path}/add`, { consumerId, ...values })).id;
const newRule = (rest: object): Promise<number> =>
  add('event/alarm', { alarmName: `Rule ${++n}`, alarmLevel: '1', triggerInterval: 0, recoverInterval: 0, ...rest }); // prettier-ignore
const newPoint = (ammeterId: number | null): Promise<number> =>
  add('archive/signalPoint', {
    pointName: `QF${++n}`, pointCode: `QF${n}`, siteId, kind: '1', statesZh: '0=分闸,1=合闸', statesEn: '0=Open,1=Closed',
    normalState: CLOSED, expectedSeconds: 0, ...(ammeterId === null ? {} : { ammeterId, signalKey: `QF${n}` }),
  }); // prettier-ignore

/** A power above 100 kW while the last hour used more than 50 kWh and the breaker of the meter is open. */
async function scene() {
  const meterId = await newMeter(900);
  const pointId = await newPoint(meterId);
  const elsewhere = await newPoint(null);
  const parts = [
    await newRule({ triggerMethod: 'above', triggerFieldName: 'PZ', limitValue: 100, enable: false }),
    await newRule({ triggerMethod: 'figure', figure: 'hourEnergy', figureSide: 'above', minCoverage: 95, limitValue: 50, enable: false }),
    await newRule({ triggerMethod: 'signal', enable: false }),
  ]; // prettier-ignore
  for (const signalPointId of [pointId, elsewhere])
    await add('event/signalAlarm', { alarmId: parts[2] ?? 0, signalPointId });
  const alarmId = await newRule({ triggerMethod: 'compose', composition: { kind: 'and', parts } });
  await add('event/objectAlarm', { ammeterId: meterId, alarmId });
  return { meterId, pointId, elsewhere, alarmId, parts };
}
const tell = (pointId: number, ts: number, value: number | null) =>
  storeStates(product.database.db, [{ pointId, ts, value }]);
/** A quarter's readings of an hour that uses so much, at a power. */
async function use(meterId: number, from: number, energy: number, PZ: number, register: number) {
  const quarters = [0, 1, 2, 3, 4].map(
    (q) => [from + q * QUARTER, { PP: register + (q * energy) / 4, PZ }] as const,
  );
  await store(meterId, quarters);
}
const shown = async (meterId: number) =>
  (await recordsOf(meterId)).map(({ raised, cleared, revision }) => [
    (raised - H) / MINUTE,
    cleared === null ? null : (cleared - H) / MINUTE,
    revision,
  ]);

test('a composition of a value, a figure and a position rings where all hold, tells why, and is replayed alike', async () => {
  const { meterId, pointId, elsewhere, alarmId } = await scene();
  await look(H + MINUTE);
  await tell(pointId, H + 10 * MINUTE, CLOSED);
  // The breaker of another place says nothing here.
  await tell(elsewhere, H + 11 * MINUTE, OPEN);
  await use(meterId, H, 80, 120, 1000);
  await look(H + HOUR + MINUTE);
  expect(await shown(meterId)).toEqual([]);
  await fold();
  await look(H + HOUR + 2 * MINUTE);
  expect(await shown(meterId)).toEqual([]);
  // Told late: it was open before the hour was over. The figure is known from its end on.
  await tell(pointId, H + 55 * MINUTE, OPEN);
  await look(H + HOUR + 3 * MINUTE);
  expect(await shown(meterId)).toEqual([[60, null, null]]);
  const { rows } = await sql<{ id: number; told: number }>`
    select id, _told as told from alarm_record where ammeter_id = ${meterId}`.execute(product.database.db);
  expect(rows[0]?.told).toBe(1);
  const reason = ok(await operator.get<AlarmReason>('/api/alarm/record/getReason', { alarmRecordId: rows[0]?.id ?? 0 })); // prettier-ignore
  expect(reason.parts.map(({ truth, said }) => [truth, said?.replace(/QF\d+/, 'QF') ?? null])).toEqual([
    [true, null],
    [true, 'use of an hour 80 kWh'],
    [true, 'QF Open'],
  ]);
  expect(reason.values.map(({ code, value }) => [code, value])).toEqual([['PZ', 120]]);
  // The next hour uses little: it ends with it.
  await use(meterId, H + HOUR, 20, 120, 1080);
  await fold();
  await look(H + 2 * HOUR + MINUTE);
  expect(await shown(meterId)).toEqual([[60, 120, null]]);
  const { rows: versions } = await sql<{ settings: RuleSettings }>`
    select settings from alarm_version where alarm_id = ${alarmId} order by version desc limit 1`.execute(product.database.db); // prettier-ignore
  const rule = ruleOn(versions[0]?.settings as RuleSettings, { ammeterId: meterId, siteId, stepMs: QUARTER });
  const to = H + 2 * HOUR + MINUTE;
  const values = await judgedValues(product.database.db, meterId, rule, H, to, to);
  expect(replay(values, rule, to).map((one) => [(one.raisedAt - H) / MINUTE, one.clearedAt && (one.clearedAt - H) / MINUTE])).toEqual([[60, 120]]); // prettier-ignore
});

test('a figure that is corrected withdraws what never was; late positions and values revise it', async () => {
  const { meterId, pointId } = await scene();
  await look(H + MINUTE);
  await tell(pointId, H + 5 * MINUTE, OPEN);
  await use(meterId, H, 80, 120, 1000);
  await fold();
  await look(H + HOUR + MINUTE);
  expect(await shown(meterId)).toEqual([[60, null, null]]);
  await tell(pointId, H + 70 * MINUTE, CLOSED);
  await look(H + HOUR + 12 * MINUTE);
  expect(await shown(meterId)).toEqual([[60, 70, null]]);
  await tell(pointId, H + 65 * MINUTE, CLOSED);
  await look(H + HOUR + 13 * MINUTE);
  expect(await shown(meterId)).toEqual([[60, 65, 'revised']]);
  // The registers of the hour were read too high.
  await use(meterId, H, 30, 120, 1000);
  await fold();
  await look(H + HOUR + 14 * MINUTE);
  expect(await shown(meterId)).toEqual([[60, 65, 'withdrawn']]);
});

test('one that is put out of use ends, and begins anew when it is in use again', async () => {
  const { meterId, pointId, alarmId } = await scene();
  await look(H + MINUTE);
  await tell(pointId, H + 5 * MINUTE, OPEN);
  await use(meterId, H, 80, 120, 1000);
  await fold();
  await look(H + HOUR + MINUTE);
  ok(await operator.post('/api/event/alarm/edit', { id: alarmId, enable: false }));
  await look(H + HOUR + 2 * MINUTE);
  expect((await shown(meterId)).map(([raised, cleared]) => [raised, cleared === null])).toEqual([
    [60, false],
  ]);
  const left = async () =>
    (await sql`select from alarm_mixed where ammeter_id = ${meterId}`.execute(product.database.db)).rows
      .length;
  expect(await left()).toBe(0);
  ok(await operator.post('/api/event/alarm/edit', { id: alarmId, enable: true }));
  await look(H + HOUR + 3 * MINUTE);
  // All of its parts hold: it is an alarm from then on.
  expect((await shown(meterId)).map(([raised, cleared]) => [raised, cleared === null])).toEqual([
    [60, false],
    [63, true],
  ]);
});
