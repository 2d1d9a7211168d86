import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Page } from '#contract/envelope.ts';
import { buildMeters } from '#test/build/meter.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import type { AlarmAct, AlarmRow, AlarmShelf, OpenAlarms, StateResult } from '../contract.ts';

let product: Product;
let operator: Client;
let consumerId = 0;
let siteId = 0;
let meterIds: number[] = [];
let alarmId = 0;
beforeAll(async () => {
  product = await startProduct();
  operator = (await product.operator()).in('en');
  const built = await buildMeters(product.database.db, { name: 'shelved', meters: 3 });
  ({ consumerId, siteId, meterIds } = built);
  const rule = { alarmName: 'Current', consumerId, triggerMethod: 'above', triggerFieldName: 'IA', limitValue: 380, deadBand: 8, triggerInterval: 60 }; // prettier-ignore
  ({ id: alarmId } = ok(await operator.post<{ id: number }>('/api/event/alarm/add', rule)));
});
afterAll(() => product.close());

interface Raised {
  readonly meter?: number;
  readonly level?: string;
  readonly process?: string;
  readonly agoMinutes?: number;
  readonly cleared?: boolean;
  readonly rule?: number | null;
}

/** A record as the judging writes it. */
async function raise({
  meter = 0,
  level = '3',
  process = '0',
  agoMinutes = 5,
  cleared = false,
  rule = alarmId,
}: Raised): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into alarm_record (record_name, consumer_id, site_id, ammeter_id, alarm_id, alarm_type, alarm_level, alarm_status,
      process, raised_at, cleared_at, raise_count, peak_value, limit_value, origin, "_version_id")
    values ('Current high', ${consumerId}, ${siteId}, ${meterIds[meter] ?? null}, ${rule}, '1', ${level}, ${cleared ? '0' : '1'},
      ${process}, now() - ${agoMinutes}::integer * interval '1 minute', ${cleared ? new Date() : null}, 1, 418, 380, 'live',
      (select max(id) from alarm_version where alarm_id = ${rule}))
    returning id`.execute(product.database.db);
  return rows[0]?.id ?? 0;
}
const clear = async (): Promise<void> => {
  await sql`delete from alarm_record where consumer_id = ${consumerId}`.execute(product.database.db);
  await sql`delete from alarm_shelf where consumer_id = ${consumerId}`.execute(product.database.db);
};
const getOpen = async (params: object = {}): Promise<OpenAlarms> =>
  ok(
    await operator.get<OpenAlarms>('/api/alarm/record/getOpen', {
      enterpriseId: consumerId,
      pageSize: 50,
      ...params,
    }),
  );
const shelve = (alarmRecordId: number, rest: object = {}) =>
  operator.post<{ until: string }>('/api/alarm/record/shelve', {
    alarmRecordId,
    minutes: 60,
    reason: 'sensor',
    ...rest,
  });

test('shelved for a time with a reason: nobody is waited for, it comes last, and comes back by itself', async () => {
  await clear();
  const [grave, slight] = [await raise({ level: '1' }), await raise({ meter: 1, level: '4' })];
  expect(await shelve(grave, { reason: ' ' })).toMatchObject({ code: 400, message: 'Reason: is required' });
  expect(await shelve(grave, { reason: 'x'.repeat(301) })).toMatchObject({ code: 400 });
  expect(await shelve(grave, { minutes: 481 })).toMatchObject({ code: 400 });
  expect(await shelve(2_000_000_000)).toMatchObject({ code: 404 });
  const { until } = ok(await shelve(grave));
  expect(Date.parse(until) - Date.now()).toBeGreaterThan(59 * 60_000);
  const open = await getOpen();
  expect(open.list.map(({ id }) => id)).toEqual([slight, grave]);
  expect(open.list[1]).toMatchObject({ shelvedUntil: Date.parse(until), shelvedFor: 'sensor', unit: 'A', dataCode: 'IA', deadBand: 8, onDelay: 60, version: 1, method: 'above' }); // prettier-ignore
  expect(open).toMatchObject({ shelved: 1, levels: [{ level: '1', open: 1, unconfirmed: 0 }, { level: '4', open: 1, unconfirmed: 1 }] }); // prettier-ignore
  expect((await getOpen({ shown: 'unconfirmed' })).list.map(({ id }) => id)).toEqual([slight]);
  expect((await getOpen({ shown: 'shelved' })).list.map(({ id }) => id)).toEqual([grave]);
  const shelves = ok(
    await operator.get<Page<AlarmShelf>>('/api/alarm/record/getShelves', { enterpriseId: consumerId }),
  );
  expect(shelves).toMatchObject({
    pagination: { total: 1 },
    list: [{ alarmName: 'Current', reason: 'sensor' }],
  });

  // Its time is over: nothing has run, yet nothing is shelved any more.
  await sql`update alarm_shelf set from_at = now() - interval '2 hours', until_at = now() - interval '1 second'`.execute(
    product.database.db,
  );
  expect((await getOpen()).list.map(({ id }) => id)).toEqual([grave, slight]);
  expect(
    ok(await operator.get<Page<AlarmShelf>>('/api/alarm/record/getShelves', { enterpriseId: consumerId }))
      .list,
  ).toEqual([]);
  const off = await operator.post('/api/alarm/record/unshelve', { alarmRecordId: grave });
  expect(ok(off)).toMatchObject({ stood: false });
  ok(await shelve(grave, { minutes: 480 }));
  expect(ok(await operator.post('/api/alarm/record/unshelve', { alarmRecordId: grave }))).toMatchObject({
    stood: true,
  });
  const { list } = ok(
    await operator.get<Page<AlarmAct>>('/api/alarm/record/getActs', { alarmRecordId: grave }),
  );
  expect(list.map(({ kind, info, until: end }) => [kind, info, end !== null])).toEqual([
    ['unshelve', null, false], ['shelve', 'sensor', true], ['shelve', 'sensor', true],
  ]); // prettier-ignore
});

test('a record by hand is not shelved, and a withdrawn one is no alarm', async () => {
  await clear();
  const byHand = await raise({ rule: null });
  expect(await shelve(byHand)).toMatchObject({ code: 409 });
  await sql`update alarm_record set revision = 'withdrawn' where id = ${byHand}`.execute(product.database.db);
  expect(await getOpen()).toMatchObject({
    list: [],
    levels: [],
    sites: [],
    raises: Array<number>(12).fill(0),
  });
});

test('the monitor tells what stands or waits: by level, what waits first, the newest first; counts and raises beside', async () => {
  await clear();
  const old = await raise({ level: '2', agoMinutes: 3000 });
  const seen = await raise({ meter: 1, level: '2', process: '1', agoMinutes: 1 });
  const recovered = await raise({ meter: 2, level: '1', cleared: true, agoMinutes: 25 });
  await raise({ level: '1', cleared: true, process: '1' });
  const open = await getOpen();
  expect(open.list.map(({ id }) => id)).toEqual([recovered, old, seen]);
  expect(open).toMatchObject({
    standing: 1,
    pagination: { total: 3 },
    levels: [{ level: '1', open: 1, unconfirmed: 1 }, { level: '2', open: 2, unconfirmed: 1 }],
    sites: [{ siteId, siteName: 'shelved' }],
  }); // prettier-ignore
  expect(open.oldestAt).toBe(open.list[1]?.raisedAt);
  // Two of the last ten minutes, one 25 minutes ago; another raise of the old record counts when it was.
  expect(open.raises.slice(-3)).toEqual([1, 0, 2]);
  await sql`insert into alarm_act (record_id, consumer_id, kind) values (${old}, ${consumerId}, 'raise')`.execute(
    product.database.db,
  );
  expect((await getOpen()).raises.at(-1)).toBe(3);
  expect((await getOpen({ pageSize: 1, current: 2 })).list.map(({ id }) => id)).toEqual([old]);
  expect((await getOpen({ alarmLevel: '1' })).list.map(({ id }) => id)).toEqual([recovered]);
  expect((await getOpen({ alarmLevel: '1' })).levels).toHaveLength(2);
});

test('the query of records: dates of the site are whole days, objects bring their meters, the end follows the begin', async () => {
  await clear();
  const id = await raise({});
  // 2026-03-01 23:30 and 2026-03-02 00:30 in Shanghai.
  const at = (instant: string) =>
    sql`update alarm_record set raised_at = ${instant}, process = '1' where id = ${id}`.execute(
      product.database.db,
    );
  const ask = async (params: object): Promise<number> =>
    ok(
      await operator.get<Page<AlarmRow>>('/api/alarm/record/getDataTablePageAnt', {
        enterpriseId: consumerId,
        ...params,
      }),
    ).pagination.total;
  await at('2026-03-01T15:30:00Z');
  expect(await ask({ startTime: '2026-03-01', endTime: '2026-03-01' })).toBe(1);
  await at('2026-03-01T16:30:00Z');
  expect(await ask({ startTime: '2026-03-01', endTime: '2026-03-01' })).toBe(0);
  expect(await ask({ process: '1', eventType: '1', alarmStatus: '1' })).toBe(1);
  expect(await ask({ process: '0' })).toBe(0);
  expect(await ask({ dateType: '2', startTime: '2026-01-01' })).toBe(0);
  const { rows } = await sql<{ id: number }>`
    insert into monitor_object (org_name, org_code, consumer_id, site_id, object_category, ammeter_id_list, ix, state)
    values ('Fan', 'fan', ${consumerId}, ${siteId}, '1', array[${meterIds[0]}]::integer[], 0, '1') returning id`.execute(
    product.database.db,
  );
  expect(await ask({ monitorId: rows[0]?.id })).toBe(1);
  const all = {
    startTime: '2026-03-02',
    endTime: '2026-03-02',
    siteId,
    monitorId: rows[0]?.id,
    process: '1',
    eventType: '1',
    alarmStatus: '1',
    dateType: '1',
  };
  expect(await ask(all)).toBe(1);
  const others = { startTime: '2026-03-03', endTime: '2026-03-01', enterpriseId: 2_000_000_000, siteId: 2_000_000_000, monitorId: 2_000_000_000, process: '3', eventType: '4', alarmStatus: '0', dateType: '3' }; // prettier-ignore
  for (const [name, value] of Object.entries(others)) {
    // A begin or an end of another day alone: the end may not precede the begin.
    const { [name === 'startTime' ? 'endTime' : 'startTime']: _other, ...rest } = all;
    const asked = name === 'startTime' || name === 'endTime' ? rest : all;
    expect([name, await ask({ ...asked, [name]: value })]).toEqual([name, 0]);
  }
  await sql`update monitor_object set ammeter_id_list = array[${meterIds[2]}]::integer[]`.execute(
    product.database.db,
  );
  expect(await ask({ monitorId: rows[0]?.id })).toBe(0);
  const turned = { startTime: '2026-03-02', endTime: '2026-03-01' };
  expect(await operator.get('/api/event/alarm/getAlarmDataTable', turned)).toMatchObject({ code: 400 });
});

test('several are confirmed at once, with a result for each', async () => {
  await clear();
  const [one, two] = [await raise({}), await raise({ meter: 1 })];
  ok(await operator.post('/api/alarm/record/confirm', { alarmRecordId: two, confirmInfo: 'seen' }));
  await sql`update alarm_act set by_id = -1, by_name = 'Li Wei' where record_id = ${two}`.execute(
    product.database.db,
  );
  const answer = ok(
    await operator.post<StateResult[]>('/api/event/alarmRecord/alarmConfirm', {
      ids: [one, two, 2_000_000_000],
      procInfo: 'all seen',
    }),
  );
  expect(answer).toEqual([
    { id: one, ok: true, message: null },
    { id: two, ok: false, message: 'Already confirmed by Li Wei' },
    { id: 2_000_000_000, ok: false, message: 'There is no such record' },
  ]);
  expect((await getOpen()).list.find(({ id }) => id === one)).toMatchObject({
    process: '1',
    confirmInfo: 'all seen',
  });
});
