import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BatchBuilder } from '#domain/reading/batch.ts';
import {
  activateSource,
  createSource,
  storeReadings,
  undoSource,
} from '#feature/meters/reading/server/public.ts';
import type { OpenAlarms } from '#feature/watch/alarm/contract.ts';
import { codeIndex } from '#contract/dataCode.ts';
import { buildMeters } from '#test/build/meter.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import { lookOnce } from './public.ts';

const MINUTE = 60_000;
let product: Product;
let operator: Client;
let consumerId = 0;
beforeAll(async () => {
  product = await startProduct();
  operator = (await product.operator()).in('en');
  ({ consumerId } = await buildMeters(product.database.db, { name: 'judged' }));
});
afterAll(() => product.close());

const ways = () => ({ outbox: product.services.config.outbox, outwardAllow: new Set<string>() });
/** Looks until nothing waits. @param now ms */
async function look(now = Date.now(), inDoubt = false): Promise<void> {
  for (;;) {
    const { ids: meterIds } = await lookOnce(product.database.db, { ways: ways(), now, inDoubt });
    if (meterIds.length === 0) return;
  }
}

let meters = 0;
async function newMeter(seconds = 60): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into ammeter (ammeter_name, ammeter_code, consumer_id, site_id, device_type, data_type, interval_seconds, state)
    select 'Feeder ' || ${++meters}::text, 'F' || ${meters}::text, id, (select min(s.id) from monitor_site s where s.consumer_id = c.id),
      '4', '1', ${seconds}, '1' from consumer c where id = ${consumerId} returning id`.execute(
    product.database.db,
  );
  return rows[0]?.id ?? 0;
}
/** A rule that a power is above 100 kW, with a dead band of 2 and no delays, put to a meter. */
async function newRule(
  ammeterId: number,
  rest: object = {},
): Promise<{ alarmId: number; objectAlarmId: number }> {
  const { id: alarmId } = ok(
    await operator.post<{ id: number }>('/api/event/alarm/add', {
      alarmName: `Power of ${ammeterId} ${JSON.stringify(rest)}`.slice(0, 60),
      consumerId,
      alarmLevel: '1',
      triggerMethod: 'above',
      triggerFieldName: 'PZ',
      limitValue: 100,
      deadBand: 2,
      triggerInterval: 0,
      recoverInterval: 0,
      ...rest,
    }),
  );
  const { id: objectAlarmId } = ok(
    await operator.post<{ id: number }>('/api/event/objectAlarm/add', { consumerId, ammeterId, alarmId }),
  );
  return { alarmId, objectAlarmId };
}
type Values = readonly (readonly [at: number, value: number])[];
function store(meterId: number, list: Values, options: Parameters<typeof storeReadings>[2] = {}) {
  const builder = new BatchBuilder();
  for (const [at, value] of list) {
    builder.row(meterId, at);
    builder.set(codeIndex('PZ'), value);
  }
  return storeReadings(product.database.db, builder.batch(), options);
}

interface RecordRow {
  readonly id: number;
  readonly raised: number;
  readonly cleared: number | null;
  readonly count: number;
  readonly peak: number | null;
  readonly origin: string;
  readonly revision: string | null;
}
async function recordsOf(meterId: number): Promise<RecordRow[]> {
  const { rows } = await sql<RecordRow>`
    select id, (extract(epoch from raised_at) * 1000)::float8 as raised, (extract(epoch from cleared_at) * 1000)::float8 as cleared,
      raise_count as count, peak_value::float8 as peak, origin, revision
    from alarm_record where ammeter_id = ${meterId} order by raised_at, id`.execute(product.database.db);
  return rows;
}
async function runsOf(meterId: number): Promise<{ state: string; reason: string | null; count: number }[]> {
  const { rows } = await sql<{ state: string; reason: string | null; count: number }>`
    select l.run_state as state, l.run_reason as reason, l.raise_count as count from linkage_record l
      join alarm_record r on r.id = l.alarm_record_id where r.ammeter_id = ${meterId} order by l.id`.execute(
    product.database.db,
  );
  return rows;
}
const addLinkage = (rest: object) =>
  operator.post<{ id: number }>('/api/alarm/linkageConfig/add', {
    linkageName: `Work order ${JSON.stringify(rest)}`.slice(0, 60), consumerId, eventType: '0', linkageType: '5', delay: 0, enable: '1', ...rest,
  }); // prettier-ignore

test('a reading beyond the limit is a record with its peak, one behind it the end; a letter of it goes out once', async () => {
  const meterId = await newMeter();
  const { alarmId } = await newRule(meterId);
  ok(await addLinkage({ eventType: '1', eventId: alarmId }));
  const t = Date.now() - 5 * MINUTE;
  await store(meterId, [[t, 90], [t + MINUTE, 120], [t + 2 * MINUTE, 130]]); // prettier-ignore
  await look();
  await look();
  expect(await recordsOf(meterId)).toMatchObject([{ raised: t + MINUTE, cleared: null, count: 1, peak: 130, origin: 'live', revision: null }]); // prettier-ignore
  expect(await runsOf(meterId)).toMatchObject([{ state: 'done', count: 1 }]);
  await store(meterId, [[t + 3 * MINUTE, 99]]);
  await look();
  expect(await recordsOf(meterId)).toMatchObject([{ cleared: null }]);
  await store(meterId, [[t + 4 * MINUTE, 97]]);
  await look();
  expect(await recordsOf(meterId)).toMatchObject([{ cleared: t + 4 * MINUTE, revision: null }]);
  // Again within ten minutes: the same record, a second raise.
  await store(meterId, [[t + 5 * MINUTE, 140]]);
  await look();
  expect(await recordsOf(meterId)).toMatchObject([{ cleared: null, count: 2, peak: 140 }]);
  expect(await runsOf(meterId)).toHaveLength(2);
});

test('a delay runs by the clock without a further sample, from the data time', async () => {
  const meterId = await newMeter();
  await newRule(meterId, { triggerInterval: 60 });
  await look();
  const t = Date.now();
  await store(meterId, [[t, 101]]);
  await look(t);
  await look(t + 59_000);
  expect(await recordsOf(meterId)).toEqual([]);
  await look(t + 62_000);
  expect(await recordsOf(meterId)).toMatchObject([{ raised: t + 60_000 }]);
  // A reading that was on its way says that it was over before.
  await store(meterId, [[t + 30_000, 50]]);
  await look(t + 63_000);
  expect(await recordsOf(meterId)).toMatchObject([{ revision: 'withdrawn', cleared: t + 60_000 }]);
});

test('no timer runs out while our own clock is in doubt', async () => {
  const meterId = await newMeter();
  await newRule(meterId, { triggerInterval: 60 });
  const t = Date.now();
  await store(meterId, [[t, 101]]);
  await look(t + 10 * MINUTE, true);
  expect(await recordsOf(meterId)).toEqual([]);
});

test('ten spikes of three days ago come by an import: ten late records, nobody is told, none waits; undone they are withdrawn', async () => {
  const meterId = await newMeter(900);
  const { alarmId } = await newRule(meterId);
  ok(await addLinkage({ eventType: '1', eventId: alarmId, linkageName: 'Late' }));
  await store(meterId, [[Date.now(), 50]]);
  await look();
  const t = Date.now() - 3 * 86_400_000;
  const spikes = Array.from({ length: 10 }, (_, i) => [[t + i * 60 * MINUTE, 500], [t + i * 60 * MINUTE + 15 * MINUTE, 50]] as const).flat(); // prettier-ignore
  const file = { name: 'spikes.xlsx', kind: 'import', consumerId, createdBy: null, pending: true } as const;
  const source = await createSource(product.database.db, file);
  await store(meterId, spikes, { source, pending: true });
  await look();
  expect(await recordsOf(meterId)).toEqual([]);
  await activateSource(product.database.db, source);
  await look();
  const found = await recordsOf(meterId);
  expect(found).toHaveLength(10);
  expect(found.every(({ origin, cleared }) => origin === 'late' && cleared !== null)).toBe(true);
  expect(await runsOf(meterId)).toEqual([]);
  const open = ok(await operator.get<OpenAlarms>('/api/alarm/record/getOpen', { pageSize: 500 }));
  expect(open.list.filter(({ ammeterId }) => ammeterId === meterId)).toEqual([]);
  await undoSource(product.database.db, source, null);
  await look();
  expect((await recordsOf(meterId)).every(({ revision }) => revision === 'withdrawn')).toBe(true);
});

test('a rule that is changed judges what follows; one that is switched off ends its record', async () => {
  const meterId = await newMeter();
  const { alarmId, objectAlarmId } = await newRule(meterId);
  const t = Date.now() - 3 * MINUTE;
  await store(meterId, [[t, 120]]);
  await look();
  expect(await recordsOf(meterId)).toMatchObject([{ cleared: null }]);
  ok(await operator.post('/api/event/objectAlarm/edit', { id: objectAlarmId, enable: false }));
  await look();
  expect(await recordsOf(meterId)).toMatchObject([{ cleared: expect.any(Number) as number }]);
  ok(await operator.post('/api/event/objectAlarm/edit', { id: objectAlarmId, enable: true }));
  ok(await operator.post('/api/event/alarm/edit', { id: alarmId, limitValue: 200 }));
  const later = Date.now() + 1000;
  await store(meterId, [[later, 150]]);
  await look(later);
  expect((await recordsOf(meterId)).filter(({ cleared }) => cleared === null)).toEqual([]);
  await store(meterId, [[later + MINUTE, 250]]);
  await look(later + MINUTE);
  expect((await recordsOf(meterId)).filter(({ cleared }) => cleared === null)).toHaveLength(1);
});

test('silence is told after three intervals and the delay, and is over with the next reading', async () => {
  const meterId = await newMeter(60);
  await newRule(meterId, { triggerMethod: 'silent', triggerFieldName: null, limitValue: null, algoUrl: 'builtin:silence', triggerInterval: 60 }); // prettier-ignore
  const t = Date.now();
  await store(meterId, [[t, 50]]);
  await look(t);
  await look(t + 3.9 * MINUTE);
  expect(await recordsOf(meterId)).toEqual([]);
  await look(t + 4.1 * MINUTE);
  expect(await recordsOf(meterId)).toMatchObject([{ raised: t + 4 * MINUTE, cleared: null }]);
  // What was kept meanwhile comes now: nothing came then all the same.
  await store(meterId, [[t + MINUTE, 50], [t + 2 * MINUTE, 50]]); // prettier-ignore
  await look(t + 5 * MINUTE);
  expect(await recordsOf(meterId)).toMatchObject([{ raised: t + 4 * MINUTE, cleared: t + 5 * MINUTE, revision: null }]); // prettier-ignore
});

test('what a gateway kept for a day comes piece by piece: nobody is told before it reaches the present', async () => {
  const meterId = await newMeter(900);
  const { alarmId } = await newRule(meterId);
  ok(await addLinkage({ eventType: '1', eventId: alarmId, linkageName: 'Backlog' }));
  const t = Date.now() - 24 * 60 * MINUTE;
  for (let i = 0; i < 24; i++) {
    await store(meterId, [[t + i * 60 * MINUTE, i % 2 === 0 ? 500 : 50]]);
    await look();
  }
  expect(await recordsOf(meterId)).toHaveLength(12);
  expect(await runsOf(meterId)).toEqual([]);
  await store(meterId, [[Date.now() - 30 * MINUTE, 500], [Date.now() - MINUTE, 500]]); // prettier-ignore
  await look();
  expect(await runsOf(meterId)).toHaveLength(1);
});

test('an alarm that a person has put aside is recorded and told when the time is over and it still stands', async () => {
  const meterId = await newMeter(60);
  const { alarmId } = await newRule(meterId);
  ok(await addLinkage({ eventType: '1', eventId: alarmId, linkageName: 'Shelf' }));
  await sql`insert into alarm_shelf (alarm_id, ammeter_id, consumer_id, until_at, reason)
    values (${alarmId}, ${meterId}, ${consumerId}, now() + interval '1 hour', 'maintenance')`.execute(
    product.database.db,
  );
  const t = Date.now();
  await store(meterId, [[t - 2 * MINUTE, 500]]);
  await look();
  expect(await recordsOf(meterId)).toMatchObject([{ cleared: null }]);
  expect(await runsOf(meterId)).toEqual([]);
  await sql`delete from alarm_shelf where ammeter_id = ${meterId}`.execute(product.database.db);
  await store(meterId, [[t - MINUTE, 500]]);
  await look();
  await store(meterId, [[t, 500]]);
  await look();
  expect(await runsOf(meterId)).toHaveLength(1);
});

test('alarms below one that stands are recorded and follow from it: one is told', async () => {
  const [parent, ...children] = [await newMeter(), await newMeter(), await newMeter()];
  await sql`update ammeter set parent_id = ${parent} where id = any (${children}::integer[])`.execute(
    product.database.db,
  );
  const { alarmId } = await newRule(parent ?? 0);
  for (const ammeterId of children)
    ok(await operator.post('/api/event/objectAlarm/add', { consumerId, ammeterId, alarmId }));
  ok(await addLinkage({ eventType: '1', eventId: alarmId, linkageName: 'Tree' }));
  await look();
  const t = Date.now() - MINUTE;
  for (const [i, meterId] of [...children, parent ?? 0].entries())
    await store(meterId, [[t + i * 1000, 500]]);
  await look();
  const runs = await Promise.all([parent ?? 0, ...children].map(runsOf));
  expect(runs.map((list) => list.length)).toEqual([1, 0, 0]);
  expect((await Promise.all(children.map(recordsOf))).flat()).toHaveLength(2);
  // Why nobody was told is noted in the language of who reads it.
  const { rows: acts } = await sql<{ info: string; english: string }>`
    select t.info, t.info_en as english from alarm_act t join alarm_record r on r.id = t.record_id
    where t.kind = 'suppressed' and r.ammeter_id = any (${children}::integer[])`.execute(product.database.db);
  const { rows: above } = await sql<{ zh: string; en: string }>`
    select record_name as zh, record_name_en as en from alarm_record where ammeter_id = ${parent}`.execute(
    product.database.db,
  );
  expect(acts).toEqual([0, 1].map(() => ({ info: above[0]?.zh, english: above[0]?.en })));
  // The cause is over, one of the others stands: now it is told.
  await store(parent ?? 0, [[t + MINUTE, 50]]);
  await look();
  await store(children[0] ?? 0, [[t + MINUTE, 600]]);
  await look();
  expect(await runsOf(children[0] ?? 0)).toHaveLength(1);
});

test('a virtual meter is refused with its sentence', async () => {
  const [sum, part] = [await newMeter(), await newMeter()];
  await sql`insert into ammeter_sum (ammeter_id, child_id, sign, consumer_id) values (${sum}, ${part}, 1, ${consumerId})`.execute(
    product.database.db,
  );
  await expect(newRule(sum)).rejects.toThrow('Meter: a virtual meter has no readings of its own');
});

test('a meter without a rule leaves nothing to judge; two that look at once raise one record', async () => {
  const [bare, ruled] = [await newMeter(), await newMeter()];
  await newRule(ruled);
  const t = Date.now();
  await Promise.all([store(bare, [[t, 500]]), store(ruled, [[t, 500]])]);
  await Promise.all([look(), look(), look()]);
  await look();
  expect(await recordsOf(bare)).toEqual([]);
  expect(await recordsOf(ruled)).toHaveLength(1);
  const { rows } = await sql`select id from alarm_dirty union all select id from alarm_touch`.execute(
    product.database.db,
  );
  expect(rows).toEqual([]);
});

test('what keeps coming is judged together: a meter that was judged a moment ago waits, also for no clock that was set back', async () => {
  const meterId = await newMeter();
  await newRule(meterId);
  const now = Date.now();
  await look(now);
  const rests = new Map<number, { from: number; to: number }>();
  const looked = async (at: number): Promise<boolean> => {
    const { ids: meterIds } = await lookOnce(product.database.db, { ways: ways(), now: at, restMs: 500, rests }); // prettier-ignore
    return meterIds.includes(meterId);
  };
  await store(meterId, [[now - 3000, 50]]);
  expect(await looked(now + 600)).toBe(true);
  await store(meterId, [[now - 2000, 150]]);
  expect(await looked(now + 620)).toBe(false);
  expect(await looked(now + 700)).toBe(true);
  await store(meterId, [[now - 1000, 50]]);
  expect(await looked(now - 3_600_000)).toBe(true);
});
