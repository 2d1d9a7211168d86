import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { judgeScene } from '#test/build/judgeScene.ts';
import { buildMeters } from '#test/build/meter.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';

const MINUTE = 60_000;
let product: Product;
let operator: Client;
let consumerId = 0;
beforeAll(async () => {
  product = await startProduct();
  operator = (await product.operator()).in('en');
  ({ consumerId } = await buildMeters(product.database.db, { name: 'told' }));
  ok(
    await operator.post('/api/alarm/linkageConfig/add', {
      linkageName: 'Work order', consumerId, eventType: '0', linkageType: '5', delay: 0, enable: '1',
    }),
  ); // prettier-ignore
});
afterAll(() => product.close());
const { newMeter, store, look } = judgeScene(() => ({ product, consumerId }));
const db = () => product.database.db;

let rules = 0;
/** A rule that a power is above 100 kW, important and without delays, put to meters. @param rest what is otherwise */
async function newRule(meterIds: readonly number[], rest: object = {}): Promise<number> {
  const { id: alarmId } = ok(
    await operator.post<{ id: number }>('/api/event/alarm/add', {
      alarmName: `Rule ${++rules}`, consumerId, alarmLevel: '2', triggerMethod: 'above', triggerFieldName: 'PZ', limitValue: 100,
      triggerInterval: 0, recoverInterval: 0, ...rest,
    }),
  ); // prettier-ignore
  for (const ammeterId of meterIds)
    ok(await operator.post('/api/event/objectAlarm/add', { consumerId, ammeterId, alarmId }));
  return alarmId;
}
const SILENT = {
  triggerMethod: 'silent',
  triggerFieldName: null,
  limitValue: null,
  algoUrl: 'builtin:silence',
};

/** Meters each below the one before. */
async function line(n: number): Promise<number[]> {
  const ids: number[] = [];
  for (let i = 0; i < n; i++) {
    const id = await newMeter(60);
    await sql`update ammeter set parent_id = ${ids.at(-1) ?? null}::integer where id = ${id}`.execute(db());
    ids.push(id);
  }
  return ids;
}
const shelve = (alarmId: number, meterId: number) =>
  sql`insert into alarm_shelf (alarm_id, ammeter_id, consumer_id, until_at, reason)
    values (${alarmId}, ${meterId}, ${consumerId}, now() + interval '1 hour', 'maintenance')`.execute(db());
const unshelve = (meterId: number) =>
  sql`update alarm_shelf set until_at = now() where ammeter_id = ${meterId}`.execute(db());
/** The records of a meter, first of all: where each stands, and how many times something was set in motion for it. */
async function recordsOf(meterId: number) {
  const { rows } = await sql<{ id: number; active: boolean; count: number; process: string; runs: number }>`
    select id, alarm_status = '1' as active, raise_count as count, process,
      (select count(*)::integer from linkage_record l where l.alarm_record_id = r.id) as runs
    from alarm_record r where ammeter_id = ${meterId} order by raised_at, id`.execute(db());
  return rows;
}
const runsOf = async (meterIds: readonly number[]): Promise<number[]> =>
  (await Promise.all(meterIds.map(recordsOf))).map((list) => list.reduce((sum, { runs }) => sum + runs, 0));

describe('below an alarm of the same quantity', () => {
  it('that was raised a moment before, what follows is told with it, also what follows from that', async () => {
    const meterIds = await line(3);
    await newRule(meterIds);
    await look();
    const t = Date.now() - MINUTE;
    for (const [i, id] of meterIds.entries()) await store(id, [[t + i * 40_000, { PZ: 500 }]]);
    await look();
    expect(await runsOf(meterIds)).toEqual([1, 0, 0]);
  });

  it.each([
    ['is of a lesser level', { alarmLevel: '3' }, 5000],
    ['lies on the other side of its limit', { triggerMethod: 'below', limitValue: 1000 }, 5000],
    ['stood for hours before', {}, 180 * MINUTE],
  ])('that %s, an alarm is told', async (_, rest, before) => {
    const [parent = 0, child = 0] = await line(2);
    await newRule([parent], rest);
    await newRule([child]);
    await look();
    const t = Date.now();
    await store(parent, [[t - before, { PZ: 500 }]]);
    await look(t - before);
    await store(parent, [[t - 1000, { PZ: 500 }]]);
    await store(child, [[t, { PZ: 500 }]]);
    await look(t);
    expect((await recordsOf(parent)).map(({ active }) => active)).toEqual([true]);
    expect(await runsOf([parent, child])).toEqual([1, 1]);
  });

  it('that a person has put aside, an alarm is told, whether it is raised with it or after it', async () => {
    const [parent = 0, child = 0] = await line(2);
    const [other = 0, below = 0] = await line(2);
    const alarmId = await newRule([parent, child, other, below]);
    for (const id of [parent, other]) await shelve(alarmId, id);
    await look();
    const t = Date.now() - MINUTE;
    await store(parent, [[t, { PZ: 500 }]]);
    await look(t);
    await store(child, [[t + 5000, { PZ: 500 }]]);
    for (const id of [other, below]) await store(id, [[t + 5000, { PZ: 500 }]]);
    await look(t + 5000);
    expect(await runsOf([parent, child, other, below])).toEqual([0, 1, 0, 1]);
  });
});

describe('silence that nobody was told of', () => {
  it('as a person had put it aside is told when the time is over, though nothing comes', async () => {
    const meterId = await newMeter(60);
    const alarmId = await newRule([meterId], SILENT);
    await shelve(alarmId, meterId);
    const t = Date.now();
    await store(meterId, [[t, { PZ: 50 }]]);
    await look(t);
    await look(t + 5 * MINUTE);
    expect(await recordsOf(meterId)).toMatchObject([{ active: true, runs: 0 }]);
    await look(t + 7 * MINUTE);
    await unshelve(meterId);
    await look(t + 9 * MINUTE);
    await look(t + 11 * MINUTE);
    expect(await recordsOf(meterId)).toMatchObject([{ active: true, runs: 1 }]);
  });

  it('as it followed from that of the meter above is told when that speaks again', async () => {
    const [parent = 0, child = 0] = await line(2);
    await newRule([parent, child], SILENT);
    const t = Date.now();
    for (const id of [parent, child]) await store(id, [[t, { PZ: 50 }]]);
    await look(t);
    await look(t + 5 * MINUTE);
    expect(await runsOf([parent, child])).toEqual([1, 0]);
    await store(parent, [[t + 6 * MINUTE, { PZ: 50 }]]);
    await look(t + 6 * MINUTE);
    await look(t + 7 * MINUTE);
    expect(await runsOf([parent, child])).toEqual([1, 1]);
  });
});

describe('an alarm that somebody dealt with', () => {
  const set = (ids: string, state: number) =>
    operator.post('/api/alarm/record/editState', { ids, state, procInfo: 'seen' });

  it('while it was put aside is not told when that is over, nor when it clears', async () => {
    const meterId = await newMeter(60);
    const alarmId = await newRule([meterId]);
    await shelve(alarmId, meterId);
    const t = Date.now();
    await store(meterId, [[t - 3 * MINUTE, { PZ: 500 }]]);
    await look();
    const [record] = await recordsOf(meterId);
    ok(await operator.post('/api/alarm/record/confirm', { alarmRecordId: record?.id, confirmInfo: 'seen' }));
    await unshelve(meterId);
    await store(meterId, [[t - 2 * MINUTE, { PZ: 500 }]]);
    await look();
    await store(meterId, [[t - MINUTE, { PZ: 50 }]]);
    await look();
    expect(await recordsOf(meterId)).toMatchObject([{ active: false, process: '1', runs: 0 }]);
  });

  it('is over with that: raised again it is another that waits for somebody', async () => {
    const meterId = await newMeter(60);
    await newRule([meterId]);
    const t = Date.now();
    await store(meterId, [[t - 2 * MINUTE, { PZ: 500 }]]);
    await look();
    const [record] = await recordsOf(meterId);
    ok(await set(String(record?.id), 4));
    await store(meterId, [[t + MINUTE, { PZ: 50 }]]);
    await look(t + MINUTE);
    ok(await set(String(record?.id), 5));
    await store(meterId, [[t + 4 * MINUTE, { PZ: 500 }]]);
    await look(t + 4 * MINUTE);
    expect(await recordsOf(meterId)).toMatchObject([
      { id: record?.id, active: false, count: 1, process: '5', runs: 1 },
      { active: true, count: 1, process: '0', runs: 1 },
    ]);
  });
});
