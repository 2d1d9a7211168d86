import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildMeters } from '#test/build/meter.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import type { AlarmAct, AlarmCount, StateResult } from '../contract.ts';

let product: Product;
let operator: Client;
let consumerId = 0;
let siteId = 0;
let meterId = 0;
beforeAll(async () => {
  product = await startProduct();
  operator = (await product.operator()).in('en');
  const built = await buildMeters(product.database.db, { name: 'alarmed' });
  consumerId = built.consumerId;
  siteId = built.siteId;
  meterId = built.meterIds[0] ?? 0;
});
afterAll(() => product.close());

const manual = async (name: string, rest: object = {}): Promise<number> =>
  ok(
    await operator.post<{ id: number }>('/api/alarm/record/add', {
      recordName: name,
      consumerId,
      ammeterId: meterId,
      raisedAt: '2026-03-01T00:00:00Z',
      ...rest,
    }),
  ).id;
const confirm = (alarmRecordId: number, confirmInfo = 'seen') =>
  operator.post('/api/alarm/record/confirm', { alarmRecordId, confirmInfo });

test('one table at two doors: a manual record, with the site of its meter; the record of a rule stays', async () => {
  const id = await manual('By hand');
  const row = ok(await operator.get<object>('/api/event/alarmRecord/get', { id }));
  expect(row).toMatchObject({ origin: 'manual', process: '0', alarmStatus: '1', alarmRecordId: id });
  expect(row).toHaveProperty('siteId', expect.any(Number));
  await sql`update alarm_record set origin = 'live' where id = ${id}`.execute(product.database.db);
  expect(await operator.post('/api/event/alarmRecord/del', { id })).toMatchObject({ code: 409 });
  expect(await operator.post('/api/event/alarmRecord/edit', { id, recordName: 'x' })).toMatchObject({
    code: 409,
  });
  expect(
    await operator.post('/api/alarm/record/add', {
      recordName: 'back', consumerId, raisedAt: '2026-03-01T00:00:00Z', clearedAt: '2026-02-01T00:00:00Z',
    }),
  ).toMatchObject({ code: 400 }); // prettier-ignore
});

test('confirm: a text is asked for, twice by one is nothing, by another is told who', async () => {
  const id = await manual('To confirm');
  expect(await confirm(id, ' ')).toMatchObject({ code: 400, message: 'Confirmation: is required' });
  expect(await confirm(id, 'x'.repeat(301))).toMatchObject({ code: 400 });
  ok(await confirm(id));
  ok(await confirm(id));
  const acts = ok(await operator.get<{ list: AlarmAct[] }>('/api/alarm/record/getActs', { alarmRecordId: id })); // prettier-ignore
  expect(acts).toMatchObject({ pagination: { total: 1 }, list: [{ kind: 'confirm', fromProcess: '0', toProcess: '1', info: 'seen' }] }); // prettier-ignore
  await sql`update alarm_act set by_id = -1, by_name = 'Li Wei' where record_id = ${id}`.execute(
    product.database.db,
  );
  expect(await confirm(id)).toMatchObject({ code: 409, message: 'Already confirmed by Li Wei' });
  expect(await confirm(2_000_000_000)).toMatchObject({ code: 404 });
});

test('bulk state: a result for each, and what may not follow is refused by itself', async () => {
  const [open, over] = [await manual('Open'), await manual('Over', { clearedAt: '2026-03-01T01:00:00Z' })];
  const set = async (ids: number[], state: number, procInfo = 'done'): Promise<StateResult[]> =>
    ok(await operator.post<StateResult[]>('/api/alarm/record/editState', { ids, state, procInfo }));
  expect(await set([open, over, 2_000_000_000], 1)).toEqual([
    { id: open, ok: true, message: null },
    { id: over, ok: true, message: null },
    { id: 2_000_000_000, ok: false, message: 'There is no such record' },
  ]);
  expect(await set([open, over], 3)).toMatchObject([{ ok: true }, { ok: true }]);
  expect(await set([open, over], 5)).toMatchObject([
    { ok: false, message: 'State: the alarm is still active and cannot be closed' },
    { ok: true },
  ]);
  expect(await set([over], 1)).toMatchObject([{ ok: false }]);
  const back = await operator.post('/api/alarm/record/editState', { ids: [open], state: 0 });
  expect(back).toMatchObject({ code: 400 });
});

test('counts, statistics and top tell the records of the enterprise that are asked for', async () => {
  const other = await buildMeters(product.database.db, { name: 'elsewhere' });
  const none = ok(
    await operator.get<AlarmCount>('/api/alarm/record/getCount', { enterpriseId: other.consumerId }),
  );
  expect(none).toEqual({ total: 0, active: 0, untreated: 0, confirmed: 0 });
  const own = ok(await operator.get<AlarmCount>('/api/alarm/record/getCount', { enterpriseId: consumerId }));
  const levels = ok(await operator.get<{ count: number }[]>('/api/alarm/record/getStatistics', { enterpriseId: consumerId, type: 'level' })); // prettier-ignore
  expect(levels).toEqual([{ code: '3', count: own.total }]);
  const shares = async (params: object): Promise<unknown> =>
    ok(await operator.get('/api/alarm/record/getStatistics', { enterpriseId: consumerId, ...params }));
  const untreated = { code: '0', count: own.untreated };
  expect(await shares({ type: 'process' })).toContainEqual(untreated);
  expect(await shares({ type: 'process', siteId })).toContainEqual(untreated);
  expect(await shares({ type: 'process', siteId: other.siteId })).toEqual([]);
  const top = ok(await operator.get<{ raises: number }[]>('/api/alarm/record/getTop', { enterpriseId: consumerId, top: 1 })); // prettier-ignore
  expect(top).toHaveLength(1);
});

test('of an instant tells what stood then', async () => {
  const { consumerId: own, meterIds } = await buildMeters(product.database.db, { name: 'thenStood' });
  const place = { consumerId: own, ammeterId: meterIds[0] };
  const day = (time: string): string => `2026-03-01T${time}:00Z`;
  const over = await manual('Over', { ...place, raisedAt: day('00:00'), clearedAt: day('01:00') });
  const stands = await manual('Stands', { ...place, raisedAt: day('00:30') });
  const none = await manual('Withdrawn', { ...place, raisedAt: day('00:00') });
  await sql`update alarm_record set revision = 'withdrawn', origin = 'live' where id = ${none}`.execute(product.database.db); // prettier-ignore
  const query = (at: number) => ({ enterpriseId: own, at });
  const stood = async (time: string): Promise<number[]> => {
    const page = await operator.get<{ list: { id: number }[] }>('/api/alarm/record/getDataTablePageAnt', query(Date.parse(day(time)))); // prettier-ignore
    return ok(page).list.map(({ id }) => id);
  };
  expect(await stood('00:00')).toEqual([over]);
  expect(await stood('00:59')).toEqual([stands, over]);
  expect(await stood('01:00')).toEqual([stands]);
  expect(ok(await operator.get('/api/alarm/record/getDataTablePageAnt', query(0)))).toMatchObject({
    list: [],
  });
  const later = await operator.get('/api/alarm/record/getDataTablePageAnt', query(Date.now() + 60_000));
  expect(later).toMatchObject({ code: 400, message: 'at: cannot be later than now' });
});

test('a rule keeps what it asked for as versions that never change', async () => {
  const rule = {
    alarmName: 'Power',
    consumerId,
    triggerMethod: 'above',
    triggerFieldName: 'PZ',
    limitValue: 100,
  };
  const add = (rest: object) => operator.post<{ id: number }>('/api/event/alarm/add', { ...rule, ...rest });
  expect(await add({ limitValue: null })).toMatchObject({ code: 400 });
  expect(await add({ algoUrl: 'http://evil.example/run' })).toMatchObject({ code: 400 });
  const { id } = ok(await add({}));
  ok(await operator.post('/api/event/alarm/edit', { id, remark: 'no other settings' }));
  ok(await operator.post('/api/event/alarm/edit', { id, limitValue: 120 }));
  const { db } = product.database;
  const { rows } = await sql<{ version: number; limit: number }>`
    select version, (settings->>'limit')::float as limit from alarm_version where alarm_id = ${id} order by 1`.execute(
    db,
  );
  expect(rows).toEqual([{ version: 1, limit: 100 }, { version: 2, limit: 120 }]); // prettier-ignore
  await expect(sql`update alarm_version set version = 9 where alarm_id = ${id}`.execute(db)).rejects.toThrow(
    'never changes',
  );
});
