import Fastify, { type FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { releaseHeld } from '#feature/meters/ingest/server/release.ts';
import { type Ingest, openIngest } from '#feature/meters/ingest/server/ingest.ts';
import { INGEST_PATH, mountIngest } from '#feature/meters/ingest/server/ingestRoute.ts';
import { addTestGateway } from '#test/broker.ts';
import { buildMeters } from '#test/build/meter.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import { lookAtEvents } from './public.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
let product: Product;
let operator: Client;
let app: FastifyInstance;
let ingest: Ingest;
let works: { consumerId: number; siteId: number; meterIds: number[] };
let gateway: { id: number; token: string };
beforeAll(async () => {
  product = await startProduct();
  operator = (await product.operator()).in('en');
  works = await buildMeters(product.database.db, { name: 'events' });
  gateway = await addTestGateway(product.database.db, works.consumerId, 'Substation');
  app = Fastify();
  ingest = openIngest({ system: product.database.db, log: app.log });
  mountIngest(app, ingest);
});
afterAll(async () => {
  await app.close();
  await ingest.close();
  await product.close();
});

let n = 0;
const tryEvent = (rest: object = {}) =>
  operator.post<{ id: number }>('/api/alarm/eventConfig/add', {
    eventName: `Event ${++n}`, eventIdentifier: `EVENT_${n}`, consumerId: works.consumerId, alarmLevel: '1', ...rest,
  }); // prettier-ignore
/** An event with a work order for each of its alarms. */
async function newEvent(rest: object = {}): Promise<{ id: number; key: string }> {
  const { id } = ok(await tryEvent(rest));
  ok(
    await operator.post('/api/alarm/linkageConfig/add', {
      linkageName: `Order ${n}`, consumerId: works.consumerId, eventType: '2', eventId: id, linkageType: '5', delay: 3600,
    }),
  ); // prettier-ignore
  ingest.gateways.forget();
  return { id, key: `EVENT_${n}` };
}
type Told = readonly [at: number, value: unknown];
async function send(
  device: string,
  key: string,
  told: readonly Told[],
  token = gateway.token,
): Promise<void> {
  const reply = await app.inject({
    method: 'POST',
    url: INGEST_PATH,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    payload: JSON.stringify({ [device]: told.map(([ts, value]) => ({ ts, values: { [key]: value } })) }),
  });
  expect(reply.statusCode).toBe(200);
}
async function look(now = Date.now()): Promise<void> {
  const ways = { outbox: product.services.config.outbox, outwardAllow: new Set<string>() };
  while ((await lookAtEvents(product.database.db, { ways, now })).ids.length > 0);
}
/** The records of an event: begin and end in minutes from an instant, raises, and what is set in motion. */
async function recordsOf(eventId: number, from: number) {
  const { rows } = await sql<{ raised: number; cleared: number | null; raises: number; revision: string | null; runs: string[] }>`
    select round((extract(epoch from raised_at)::float8 * 1000 - ${from}) / 60000) as raised,
      round((extract(epoch from cleared_at)::float8 * 1000 - ${from}) / 60000) as cleared, raise_count as raises, revision,
      array(select concat_ws(':', raise_count, run_state, run_reason) from linkage_record l where l.alarm_record_id = r.id order by l.id) as runs
    from alarm_record r where _event_id = ${eventId} order by raised_at, id`.execute(product.database.db); // prettier-ignore
  return rows.map(({ raised, cleared, raises, revision, runs }) => [raised, cleared, raises, revision, runs]);
}

describe('an event that a device tells of', () => {
  it('is one record while it stands, however often it is told, and is over when the device says so', async () => {
    const { id, key } = await newEvent({ eventName: 'On battery' });
    const t = Date.now() - 5 * MINUTE;
    await send('M1', key, [[t, 'Battery at 80 %']]);
    await look();
    const page = ok(
      await operator.get<{ list: Record<string, unknown>[] }>('/api/alarm/record/getDataTablePageAnt', { enterpriseId: works.consumerId }),
    ); // prettier-ignore
    expect(page.list[0]).toMatchObject({
      recordName: 'On battery · M1', ammeterId: works.meterIds[0], siteId: works.siteId, gatewayId: gateway.id, alarmLevel: '1',
      origin: 'device', alarmStatus: '1', alarmId: null,
    }); // prettier-ignore
    const { rows } = await sql<{ text: string }>`
      select l._content -> 'text' ->> 'en' as text from linkage_record l join alarm_record r on r.id = l.alarm_record_id
      where r._event_id = ${id}`.execute(product.database.db);
    expect(rows.map(({ text }) => text)).toEqual(['Device “M1” reports “On battery”: Battery at 80 %']);
    await send('M1', key, [[t, 'Battery at 80 %'], [t + MINUTE, true], [t + 2 * MINUTE, 1]]); // prettier-ignore
    await look();
    expect(await recordsOf(id, t)).toEqual([[0, null, 1, null, ['1:waiting']]]);
    await send('M1', key, [[t + 3 * MINUTE, 'normal']]);
    await look();
    expect(await recordsOf(id, t)).toEqual([[0, 3, 1, null, ['1:skipped:cleared']]]);
    // Back within ten minutes: the same record.
    await send('M1', key, [[t + 4 * MINUTE, 1]]);
    await look();
    expect(await recordsOf(id, t)).toEqual([[0, null, 2, null, ['1:skipped:cleared', '2:waiting']]]);
  });

  it('on another device is another record; a device that is no meter has one too', async () => {
    const { id, key } = await newEvent();
    const t = Date.now() - MINUTE;
    for (const device of ['M1', 'UPS 7', 'Tür "3"']) await send(device, key, [[t, 1]]);
    await look();
    const { rows } = await sql<{ device: string; meter: number | null }>`
      select _device_name as device, ammeter_id as meter from alarm_record where _event_id = ${id} order by 1`.execute(product.database.db); // prettier-ignore
    expect(rows).toEqual([
      { device: 'M1', meter: works.meterIds[0] },
      { device: 'Tür "3"', meter: null },
      { device: 'UPS 7', meter: null },
    ]);
  });

  it('of days ago is found and wakes nobody; what comes late between revises it', async () => {
    const { id, key } = await newEvent();
    const t = Date.now() - 3 * DAY;
    await send('M1', key, [[t, 1], [t + 30 * MINUTE, 0]]); // prettier-ignore
    await look();
    expect(await recordsOf(id, t)).toEqual([[0, 30, 1, null, []]]);
    await send('M1', key, [[t + 10 * MINUTE, 0]]);
    await look();
    expect(await recordsOf(id, t)).toEqual([[0, 10, 1, 'revised', []]]);
    await send('M1', key, [[t - 5 * MINUTE, 1]]);
    await look();
    expect(await recordsOf(id, t)).toEqual([[-5, 10, 1, 'revised', []]]);
  });

  it('that was found in old data and goes on standing is told once it is known of now, unless somebody dealt with it', async () => {
    const [{ id, key }, seen] = [await newEvent(), await newEvent()];
    const t = Date.now() - 50 * MINUTE;
    for (const one of [key, seen.key]) await send('M1', one, [[t, 1]]);
    await look();
    expect(await recordsOf(id, t)).toEqual([[0, null, 1, null, []]]);
    const { rows } = await sql<{ id: number }>`select id from alarm_record where _event_id = ${seen.id}`.execute(product.database.db); // prettier-ignore
    ok(await operator.post('/api/alarm/record/confirm', { alarmRecordId: rows[0]?.id, confirmInfo: 'seen' }));
    for (const one of [key, seen.key]) await send('M1', one, [[Date.now(), 1]]);
    await look();
    expect(await recordsOf(id, t)).toEqual([[0, null, 1, null, ['1:waiting']]]);
    // It is told once.
    for (const one of [key, seen.key]) await send('M1', one, [[Date.now(), 1]]);
    await look();
    expect(await recordsOf(id, t)).toEqual([[0, null, 1, null, ['1:waiting']]]);
    await send('M1', seen.key, [[Date.now(), 0]]);
    await look();
    expect(await recordsOf(seen.id, t)).toEqual([[0, 50, 1, null, []]]);
  });

  it('that came late and goes on standing is told though the device says nothing more; one that is over by then is not', async () => {
    const [{ id, key }, over] = [await newEvent(), await newEvent()];
    const now = Date.now();
    const t = now - 20 * MINUTE;
    for (const one of [key, over.key]) await send('M1', one, [[t, 1]]);
    await look(now);
    expect(await recordsOf(id, t)).toEqual([[0, null, 1, null, []]]);
    // The next piece of what the gateway kept.
    await send('M1', over.key, [[t + MINUTE, 0]]);
    await look(now + 1000);
    await look(now + 1.1 * MINUTE);
    expect(await recordsOf(id, t)).toEqual([[0, null, 1, null, ['1:waiting']]]);
    expect(await recordsOf(over.id, t)).toEqual([[0, 1, 1, null, []]]);
    await look(now + 5 * MINUTE);
    expect(await recordsOf(id, t)).toEqual([[0, null, 1, null, ['1:waiting']]]);
  });

  it('is told once though the device says later that it was over for a while', async () => {
    const { id, key } = await newEvent();
    const t = Date.now() - 5 * MINUTE;
    await send('M1', key, [[t, 1], [t + 4 * MINUTE, 1]]); // prettier-ignore
    await look();
    await send('M1', key, [[t + MINUTE, 0], [t + 2 * MINUTE, 1]]); // prettier-ignore
    await look();
    expect(await recordsOf(id, t)).toEqual([[0, null, 2, 'revised', ['1:waiting']]]);
  });

  it('ends in the same records in whatever order, batches and repetition it is told', async () => {
    const t = Date.now() - 600 * MINUTE;
    const list: readonly (readonly [number, number])[] = [[0, 1], [5, 1], [9, 0], [12, 1], [40, 0], [41, 0], [300, 1], [301, 0], [305, 1], [330, 0], [400, 1]]; // prettier-ignore
    const told = list.map(([at, value]): Told => [t + at * MINUTE, value]);
    const found = [];
    for (const order of [
      [...told.keys()],
      [10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0],
      [4, 0, 8, 2, 10, 6, 1, 9, 3, 7, 5, 0, 4],
    ]) {
      const { id, key } = await newEvent();
      for (const i of order) {
        await send('M1', key, [told[i] as Told]);
        await look();
      }
      const kept = (await recordsOf(id, t)).filter(([, , , revision]) => revision !== 'withdrawn');
      found.push(kept.map(([raised, cleared, raises]) => [raised, cleared, raises]));
    }
    const expected = [[0, 40, 2], [300, 330, 2], [400, null, 1]]; // prettier-ignore
    expect(found).toEqual([expected, expected, expected]);
  });

  it('that is switched off ends and is a key that nobody knows; deleted it leaves its record', async () => {
    const { id, key } = await newEvent();
    const t = Date.now() - MINUTE;
    await send('M1', key, [[t, 1]]);
    await look();
    ok(await operator.post('/api/alarm/eventConfig/edit', { id, enable: '0' }));
    expect((await recordsOf(id, t)).map(([, cleared]) => cleared === null)).toEqual([false]);
    ingest.gateways.forget();
    await send('M1', key, [[t + 1000, 1]]);
    await look();
    expect(await recordsOf(id, t)).toHaveLength(1);
    // In use again it stands from when the device tells it again.
    ok(await operator.post('/api/alarm/eventConfig/edit', { id, enable: '1' }));
    ingest.gateways.forget();
    await send('M1', key, [[Date.now(), 1]]);
    await look();
    expect((await recordsOf(id, t)).map(([, cleared]) => cleared === null)).toEqual([false, true]);
    const second = await newEvent();
    await send('M1', second.key, [[t, 1]]);
    await look();
    const { rows } = await sql<{ id: number }>`select id from alarm_record where _event_id = ${second.id}`.execute(product.database.db); // prettier-ignore
    ok(await operator.post('/api/alarm/linkageConfig/del', { ids: String(await linkageOf(second.id)) }));
    ok(await operator.post('/api/alarm/eventConfig/del', { ids: String(second.id) }));
    const { rows: left } = await sql<{ over: boolean }>`
      select cleared_at is not null as over from alarm_record where id = ${rows[0]?.id ?? 0}`.execute(product.database.db); // prettier-ignore
    expect(left).toEqual([{ over: true }]);
  });

  it('that stood before anybody configured it is found in what waited', async () => {
    const t = Date.now() - 2 * MINUTE;
    const key = `EVENT_${n + 1}`;
    await send('UPS 1', key, [[t, 1]]);
    await look();
    const { id } = await newEvent();
    await releaseHeld(product.database.db);
    await look();
    expect(await recordsOf(id, t)).toEqual([[0, null, 1, null, ['1:waiting']]]);
    const { rows } = await sql`select from held_reading where device_name = 'UPS 1'`.execute(
      product.database.db,
    );
    expect(rows).toEqual([]);
  });

  it('is of its enterprise and site alone, and no data code', async () => {
    const other = await buildMeters(product.database.db, { name: 'elsewhere' });
    const foreign = await addTestGateway(product.database.db, other.consumerId);
    const { rows } = await sql<{ id: number }>`
      insert into monitor_site (org_name, org_code, consumer_id, time_zone, state)
      values ('second', 'second', ${works.consumerId}, 'Asia/Shanghai', '1') returning id`.execute(
      product.database.db,
    );
    const { id, key } = await newEvent({ siteId: rows[0]?.id ?? 0 });
    const near = await addTestGateway(product.database.db, works.consumerId, 'near');
    const far = await addTestGateway(product.database.db, works.consumerId, 'far');
    await sql`update gateway set site_id = case id when ${near.id} then ${rows[0]?.id ?? 0}::integer else ${works.siteId}::integer end
      where id in (${near.id}, ${far.id})`.execute(product.database.db);
    ingest.gateways.forget();
    const t = Date.now() - MINUTE;
    for (const { token } of [foreign, far]) await send('D1', key, [[t, 1]], token);
    await look();
    expect(await recordsOf(id, t)).toEqual([]);
    await send('D1', key, [[t, 1]], near.token);
    await look();
    expect(await recordsOf(id, t)).toHaveLength(1);
    const refused = await tryEvent({ eventIdentifier: 'pz' });
    expect([refused.code, refused.field]).toEqual([400, 'eventIdentifier']);
  });
});

const linkageOf = async (eventId: number): Promise<number> => {
  const { rows } = await sql<{ id: number }>`select id from linkage_config where event_id = ${eventId}`.execute(product.database.db); // prettier-ignore
  return rows[0]?.id ?? 0;
};
