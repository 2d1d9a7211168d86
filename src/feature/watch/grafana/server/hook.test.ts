import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { add, buildEnterprise, type Enterprise } from '#test/build.ts';
import { buildTwoSites } from '#test/build/twoSites.ts';
import { ok, startProduct, type Product } from '#test/product.ts';

const PATH = '/api/alarm/eventConfigGrafana/webhook';
const ROTATE = '/api/alarm/eventConfigGrafana/rotateToken';
let product: Product;
let address: string;
let mine: Enterprise;
let token: string;

const rotate = async (enterprise: Enterprise): Promise<string> =>
  ok(await enterprise.client.post<{ token: string }>(ROTATE, { enterpriseId: enterprise.consumerId })).token;

beforeAll(async () => {
  product = await startProduct();
  address = await product.app.listen({ port: 0, host: '127.0.0.1' });
  mine = await buildEnterprise(product);
  token = await rotate(mine);
  const eventId = await add(mine.client, 'eventConfigGrafana', {
    eventName: 'High load',
    eventIdentifier: 'load',
    consumerId: mine.consumerId,
    siteId: mine.siteId,
    alarmLevel: '2',
  });
  await add(mine.client, 'linkageConfig', {
    linkageName: 'Open an order',
    consumerId: mine.consumerId,
    eventType: '3',
    eventId,
    linkageType: '5',
    delay: 3600,
  });
});
afterAll(() => product.close());

const minutesAgo = (n: number): string => new Date(Date.now() - n * 60_000).toISOString();
let serial = 0;
const alert = (change: object = {}) => ({
  status: 'firing',
  labels: { alertname: 'Load', eventIdentifier: 'load' },
  annotations: { summary: 'over 100 kW' },
  fingerprint: `f${++serial}`,
  startsAt: minutesAgo(0),
  endsAt: '0001-01-01T00:00:00Z',
  values: { A: 101 },
  ...change,
});
const resolved = (one: object, endsAt = minutesAgo(0)) => ({ ...one, status: 'resolved', endsAt });

interface Reply {
  readonly code: number;
  readonly message: string;
  readonly data: Record<string, unknown>;
}
const send = async (
  body: unknown,
  bearer: string | null = token,
): Promise<Reply & { readonly status: number; readonly retryAfter: string | null }> => {
  const reply = await fetch(`${address}${PATH}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const json = (await reply.json()) as Reply;
  return { ...json, status: reply.status, retryAfter: reply.headers.get('retry-after') };
};
const take = (...alerts: object[]) => send({ alerts });

const recordsOf = async (fingerprint: string) =>
  (
    await sql<{ status: string; n: number; over: boolean; runs: string[] }>`
      select distinct on (r.id) r.alarm_status as status, r.alarm_level as level, r.origin, r.remark,
        r.raise_count as n, r.cleared_at is not null as over,
        array(select concat_ws(':', raise_count, run_state, run_reason) from linkage_record l
          where l.alarm_record_id = r.id order by l.id) as runs
      from grafana_alert a join alarm_record r on r.id = a.record_id
      where a.fingerprint = ${fingerprint} order by r.id`.execute(product.database.db)
  ).rows;

describe('the web hook of Grafana', () => {
  it('raises one record and clears it once, however often it is told', async () => {
    const one = alert({ startsAt: minutesAgo(2) });
    expect(await take(one)).toMatchObject({ status: 200, code: 200, data: { raised: 1 } });
    // The same instance, of which Grafana forgot when it began.
    const again = { ...one, startsAt: minutesAgo(1) };
    expect(await take(one, again)).toMatchObject({ code: 200, data: { raised: 0, duplicate: 2 } });
    expect(await recordsOf(one.fingerprint)).toMatchObject([
      {
        status: '1',
        level: '2',
        origin: 'external',
        remark: 'over 100 kW',
        over: false,
        runs: ['1:waiting'],
      },
    ]);
    expect(await take(resolved(one))).toMatchObject({ data: { cleared: 1 } });
    expect(await take(resolved(one), one)).toMatchObject({ data: { cleared: 0, raised: 0, duplicate: 2 } });
    expect(await recordsOf(one.fingerprint)).toMatchObject([
      { status: '0', over: true, n: 1, runs: ['1:skipped:cleared'] },
    ]);
  });

  it('is seen among the records of alarms, which a person confirms but does not delete', async () => {
    const one = alert();
    await take(one);
    const { rows } = await sql<{ id: number }>`select record_id as id from grafana_alert
      where fingerprint = ${one.fingerprint}`.execute(product.database.db);
    const at = '/api/alarm/record';
    expect(ok(await mine.client.get(`${at}/get`, { id: rows[0]?.id }))).toMatchObject({
      recordName: 'High load',
      siteId: mine.siteId,
      origin: 'external',
    });
    ok(await mine.client.post(`${at}/confirm`, { alarmRecordId: rows[0]?.id, confirmInfo: 'seen' }));
    expect((await mine.client.post(`${at}/del`, { id: rows[0]?.id })).code).toBe(409);
  });

  it('goes on as one record while nobody confirmed it and it comes back within ten minutes', async () => {
    const one = alert({ startsAt: minutesAgo(9) });
    await take(one);
    await take(resolved(one, minutesAgo(8)));
    await take({ ...one, startsAt: minutesAgo(5) });
    expect(await recordsOf(one.fingerprint)).toMatchObject([
      { status: '1', n: 2, over: false, runs: ['1:skipped:cleared', '2:waiting'] },
    ]);
    const other = alert({ startsAt: minutesAgo(40) });
    await take(other);
    await take(resolved(other, minutesAgo(30)));
    await take({ ...other, startsAt: minutesAgo(5) });
    expect(await recordsOf(other.fingerprint)).toMatchObject([{ status: '0' }, { status: '1', n: 1 }]);
  });

  it('takes deliveries at once for one', async () => {
    const one = alert();
    await Promise.all([take(one), take(one), take(one)]);
    expect(await recordsOf(one.fingerprint)).toMatchObject([{ n: 1, runs: ['1:waiting'] }]);
  });

  it('wakes nobody for what is over, in one delivery or before it was heard of', async () => {
    const late = alert({ startsAt: minutesAgo(9) });
    await take(resolved(late, minutesAgo(8)));
    const both = alert({ startsAt: minutesAgo(3) });
    await take(resolved(both), both);
    for (const { fingerprint } of [late, both])
      expect(await recordsOf(fingerprint)).toMatchObject([{ status: '0', n: 1, over: true, runs: [] }]);
    // The end of an earlier episode, told late, does not clear the one that lasts.
    const lasting = alert({ startsAt: minutesAgo(2) });
    await take(lasting);
    await take(resolved({ ...lasting, startsAt: minutesAgo(20) }, minutesAgo(10)));
    expect(await recordsOf(lasting.fingerprint)).toMatchObject([{ status: '1' }]);
  });

  it('tells what it does not know or cannot read, and takes the rest', async () => {
    const good = alert();
    const reply = await take(good, alert({ labels: { alertname: 'Nobody’s' } }), { status: 'firing' });
    expect(reply).toMatchObject({
      status: 422,
      message: expect.stringContaining('alerts[2].fingerprint'),
      data: { raised: 1, unknown: ['Nobody’s'], faults: [{ field: 'alerts[2].fingerprint' }] },
    });
    expect(await recordsOf(good.fingerprint)).toHaveLength(1);
  });

  it.each([
    ['no JSON', '{', 400, 'JSON'],
    ['too deep', `{"alerts":${'['.repeat(70)}${']'.repeat(70)}}`, 400, '64'],
    ['no alerts', '{}', 400, 'alerts'],
    ['too many', JSON.stringify({ alerts: Array(1001).fill({}) }), 400, '1000'],
    ['too large', JSON.stringify({ alerts: [], x: 'x'.repeat(1024 * 1024) }), 413, '1 MB'],
  ])('refuses a body that is %s, in a sentence', async (_what, body, status, told) => {
    expect(await send(body)).toMatchObject({
      status,
      code: status,
      message: expect.stringContaining(told) as unknown,
    });
  });

  it('stands no more when its event is switched off, and again when it is told after that; deleted it leaves its record', async () => {
    const identifier = 'retired';
    const eventId = await add(mine.client, 'eventConfigGrafana', { eventName: 'Retired', eventIdentifier: identifier, consumerId: mine.consumerId }); // prettier-ignore
    const linkageId = await add(mine.client, 'linkageConfig', {
      linkageName: 'Order of it', consumerId: mine.consumerId, eventType: '3', eventId, linkageType: '5', delay: 3600,
    }); // prettier-ignore
    const at = '/api/alarm/eventConfigGrafana';
    const one = alert({ labels: { eventIdentifier: identifier }, startsAt: minutesAgo(2) });
    await take(one);
    const { rows } = await sql<{ id: number }>`select record_id as id from grafana_alert
      where fingerprint = ${one.fingerprint}`.execute(product.database.db);
    const first = async () =>
      (await sql<{ over: boolean; runs: string[] }>`select cleared_at is not null as over,
          array(select concat_ws(':', run_state, run_reason) from linkage_record l where l.alarm_record_id = r.id) as runs
        from alarm_record r where id = ${rows[0]?.id ?? 0}`.execute(product.database.db)).rows; // prettier-ignore
    expect(await first()).toEqual([{ over: false, runs: ['waiting'] }]);
    ok(await mine.client.post(`${at}/edit`, { id: eventId, enable: '0' }));
    expect(await first()).toEqual([{ over: true, runs: ['skipped:cleared'] }]);
    ok(await mine.client.post(`${at}/edit`, { id: eventId, enable: '1' }));
    // It fires still, and is told as it was before.
    expect(await take(one)).toMatchObject({ data: { raised: 1 } });
    expect(await take(one)).toMatchObject({ data: { raised: 0, duplicate: 1 } });
    const [again] = await recordsOf(one.fingerprint);
    expect(again).toMatchObject({ status: '1', n: 1, over: false, runs: ['1:waiting'] });
    const { rows: others } = await sql<{ id: number }>`select record_id as id from grafana_alert
      where fingerprint = ${one.fingerprint}`.execute(product.database.db);
    ok(await mine.client.post('/api/alarm/linkageConfig/del', { ids: String(linkageId) }));
    ok(await mine.client.post(`${at}/del`, { ids: String(eventId) }));
    const { rows: left } = await sql<{ over: boolean }>`
      select cleared_at is not null as over from alarm_record where id = ${others[0]?.id ?? 0}`.execute(product.database.db); // prettier-ignore
    expect(left).toEqual([{ over: true }]);
  });

  it('raises nothing for an event that is switched off', async () => {
    await add(mine.client, 'eventConfigGrafana', {
      eventName: 'Off',
      eventIdentifier: 'off',
      consumerId: mine.consumerId,
      enable: '0',
    });
    const one = alert({ labels: { eventIdentifier: 'off' } });
    expect(await take(one)).toMatchObject({ code: 200, data: { off: 1, raised: 0 } });
    expect(await recordsOf(one.fingerprint)).toEqual([]);
  });
});

describe('the token of the web hook', () => {
  it('is asked for: none, a wrong one and an old one open nothing', async () => {
    expect((await send({ alerts: [] }, null)).status).toBe(403);
    expect((await send({ alerts: [] }, 'x'.repeat(32))).status).toBe(403);
    const old = token;
    token = await rotate(mine);
    expect((await send({ alerts: [] }, old)).status).toBe(403);
    expect((await send({ alerts: [] })).status).toBe(200);
    const { rows } = await sql`select * from grafana_door_token`.execute(product.database.db);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('is nobody else’s, and not of who is limited to a site', async () => {
    const { first, limited } = await buildTwoSites(product);
    expect((await limited.post(ROTATE, { enterpriseId: first.consumerId })).code).toBe(403);
    const other = await buildEnterprise(product);
    expect((await other.client.post(ROTATE, { enterpriseId: mine.consumerId })).code).toBe(404);
    const one = alert();
    const reply = await send({ alerts: [one] }, await rotate(other));
    expect(reply).toMatchObject({ code: 422, data: { unknown: ['load'] } });
    expect(await recordsOf(one.fingerprint)).toEqual([]);
  });

  it('makes who guesses wait, while the right one still passes', async () => {
    const tries = [];
    for (let i = 0; i < 23; i++) tries.push(await send({ alerts: [] }, `wrong${i}`));
    expect(tries.at(-1)).toMatchObject({ status: 429, retryAfter: expect.any(String) });
    expect((await send({ alerts: [] })).status).toBe(200);
  });
});
