import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '#contract/envelope.ts';
import { add, unique } from '#test/build.ts';
import { ok, startProduct, type Product } from '#test/product.ts';
import { type WholeEnterprise, buildWholeEnterprise } from '#test/build/whole.ts';
import type { Raised } from '../domain/plan.ts';
import { runDue } from './due.ts';
import { runLinkages } from './loop.ts';
import { planRuns, skipRuns } from './plan.ts';
import type { Ways } from './run.ts';

let product: Product;
let mine: WholeEnterprise;
let hook: Server;
let hookUrl: string;
/** What the other side of the web hook got, and with what it answers next. */
const got: { body: Record<string, unknown>; key: string | undefined }[] = [];
const replies: number[] = [];
const at = '/api/alarm/linkageConfig';

const outbox = {
  mail: { url: 'smtp://127.0.0.1:1', from: 'a@example.com' },
  sms: { url: 'http://127.0.0.1:1', key: 'a key of sixteen characters' },
};
const ways: Ways = { outbox, outwardAllow: new Set(['127.0.0.1']) };
const bare: Ways = { ...ways, outbox: { mail: null, sms: null } };

beforeAll(async () => {
  product = await startProduct();
  mine = await buildWholeEnterprise(product);
  hook = createServer((request, reply) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      got.push({ body: JSON.parse(body), key: request.headers['idempotency-key'] as string });
      reply.writeHead(replies.shift() ?? 204).end();
    });
  });
  await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve));
  hookUrl = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/take`;
});
afterAll(async () => {
  hook.close();
  await product.close();
});

let records = 0;
const raise = (change: Partial<Raised> = {}): Raised => ({
  recordId: ++records,
  count: 1,
  consumerId: mine.consumerId,
  siteId: mine.siteId,
  level: '2',
  eventType: '1',
  eventId: records,
  name: 'High load',
  text: { zh: '负荷过高', en: 'The load is high' },
  raisedAt: Date.now(),
  ...change,
});
/** A linkage of one alarm alone, so that tests do not meet. */
const link = (raised: Raised, fields: object): Promise<number> =>
  add(mine.client, 'linkageConfig', {
    linkageName: unique('L'),
    consumerId: mine.consumerId,
    eventType: '1',
    eventId: raised.eventId,
    ...fields,
  });
const plan = (raised: Raised, by = ways): Promise<number> =>
  product.database.db.transaction().execute((trx) => planRuns(trx, by, [raised]));
const skip = (raised: Raised, reason: 'cleared' | 'withdrawn' | 'confirmed') =>
  product.database.db.transaction().execute((trx) => skipRuns(trx, [raised.recordId], reason));
const runsOf = async ({ recordId }: Raised) =>
  ok(
    await mine.client.post<Page<Record<string, unknown>>>('/api/alarm/linkageRecord/getdatatable', {
      dataTable: JSON.stringify({ filters: [{ field: 'alarmRecordId', op: 'eq', value: recordId }] }),
    }),
  ).list;
const endsOf = async (raised: Raised): Promise<string[]> =>
  (await runsOf(raised))
    .map((one) => `${String(one['runState'])}: ${String(one['runReason'])}`)
    .toSorted((a, b) => a.localeCompare(b));
// A clock of milliseconds may stand before what the database has just called now.
const dueNow = (raised: Raised) =>
  sql`update linkage_record set due_at = now() - interval '1 second' where alarm_record_id = ${raised.recordId}`.execute(
    product.database.db,
  );
const letters = async (recipient: string) =>
  (
    await sql<{ body: string }>`select body from outbox where recipient = ${recipient}`.execute(
      product.database.db,
    )
  ).rows;

describe('a linkage', () => {
  it.each([
    [{ linkageType: '1' }, 'phones'],
    [{ linkageType: '1', phones: '12345' }, 'phones'],
    [
      { linkageType: '1', phones: Array.from({ length: 21 }, (_, i) => `138000000${i + 10}`).join() },
      'phones',
    ],
    [{ linkageType: '2', emails: 'nobody' }, 'emails'],
    [{ linkageType: '3' }, 'cameraItemId'],
    [{ linkageType: '4' }, 'controlItemId'],
    [{ linkageType: '6' }, 'hookUrl'],
    [{ linkageType: '6', hookUrl: 'ftp://a.example/x' }, 'hookUrl'],
    [{ linkageType: '6', hookUrl: 'https://me:secret@a.example/x' }, 'hookUrl'],
    [{ linkageType: '6', hookUrl: 'http://169.254.169.254/latest' }, 'hookUrl'],
    [{ linkageType: '6', hookUrl: 'http://[::1]/x' }, 'hookUrl'],
    [{ linkageType: '5', eventType: '2', eventId: 999_999 }, 'eventId'],
  ])('%o is refused by its field', async (fields, field) => {
    const row = { linkageName: unique('L'), consumerId: mine.consumerId, ...fields };
    expect(await mine.client.post(`${at}/add`, row)).toMatchObject({ code: 400, field });
  });

  it('is copied switched off, under a name of its own, and another enterprise’s is not there', async () => {
    const linkageId = await link(raise(), { linkageType: '5' });
    const first = ok(await mine.client.post<Record<string, unknown>>(`${at}/copy`, { linkageId }));
    const second = ok(await mine.client.post<Record<string, unknown>>(`${at}/copy`, { linkageId }));
    expect(first).toMatchObject({ enable: '0', linkageType: '5' });
    expect(second['linkageName']).not.toBe(first['linkageName']);
    const other = await buildWholeEnterprise(product);
    expect((await other.client.post(`${at}/copy`, { linkageId })).code).toBe(404);
  });
});

describe('the runs of a raised alarm', () => {
  it('go to the outbox in its transaction, once however often it is told', async () => {
    const raised = raise();
    const to = `${unique('a').toLowerCase()}@example.com`;
    await link(raised, { linkageType: '1', phones: '13900000001' });
    await link(raised, { linkageType: '2', emails: to });
    expect(await plan(raised)).toBe(2);
    expect(await plan(raised)).toBe(0);
    expect(await letters(to)).toEqual([{ body: '负荷过高' }]);
    expect((await runsOf(raised)).map((one) => [one['runState'], one['runReason']])).toEqual([
      ['done', 'filed'],
      ['done', 'filed'],
    ]);
    expect(await plan({ ...raised, count: 2 })).toBe(2);
    expect(await letters(to)).toHaveLength(2);
  });

  it('vanish with the transaction that fails', async () => {
    const raised = raise();
    await link(raised, { linkageType: '2', emails: 'rolled@example.com' });
    const failing = product.database.db.transaction().execute(async (trx) => {
      await planRuns(trx, ways, [raised]);
      throw new Error('it fails');
    });
    await expect(failing).rejects.toThrow('it fails');
    expect(await letters('rolled@example.com')).toEqual([]);
    expect(await runsOf(raised)).toEqual([]);
  });

  it('say plainly what is not set up or not allowed, and leave cameras to whoever records', async () => {
    const raised = raise();
    await link(raised, { linkageType: '1', phones: '13900000002' });
    await link(raised, { linkageType: '2', emails: 'x@example.com' });
    const item = { controlItemId: mine.archive['iRemoteControl'], controlValue: '1' };
    await link(raised, { linkageType: '3', cameraItemId: mine.archive['iVideoControl'] });
    await link(raised, { linkageType: '4', ...item });
    await plan(raised, bare);
    expect(await endsOf(raised)).toEqual([
      'skipped: notArmed',
      'unavailable: mailNotConfigured',
      'unavailable: smsNotConfigured',
      // Whoever records takes it.
      'waiting: null',
    ]);
    const controls = ok(
      await mine.client.get<Record<string, unknown>[]>('/api/event/linkageControlRecord/searchall', {
        alarmRecordId: raised.recordId,
      }),
    );
    expect(controls).toMatchObject([
      { ...item, runState: 'skipped', runReason: 'notArmed', alarmRecordId: raised.recordId },
    ]);
  });

  it('are skipped with their reason when it clears within the delay, or somebody confirms in time', async () => {
    const raised = raise();
    await link(raised, { linkageType: '2', emails: 'late@example.com', delay: 60 });
    await link(raised, { linkageType: '2', emails: 'boss@example.com', delay: 60, unconfirmedOnly: true });
    await plan(raised);
    expect(await skip(raised, 'confirmed')).toBe(1);
    expect(await skip(raised, 'cleared')).toBe(1);
    await dueNow(raised);
    await runLinkages(product.database.db, ways);
    expect([...(await letters('late@example.com')), ...(await letters('boss@example.com'))]).toEqual([]);
    expect(await endsOf(raised)).toEqual(['skipped: cleared', 'skipped: confirmed']);
  });

  it('go out after the delay, once by two workers, and not when the linkage was switched off meanwhile', async () => {
    const raised = raise();
    await link(raised, { linkageType: '2', emails: 'after@example.com', delay: 60 });
    const gone = await link(raised, { linkageType: '2', emails: 'gone@example.com', delay: 60 });
    await plan(raised);
    await runLinkages(product.database.db, ways);
    expect(await letters('after@example.com')).toEqual([]);
    ok(await mine.client.post(`${at}/editfield`, { id: gone, fieldName: 'enable', fieldValue: '0' }));
    await dueNow(raised);
    await Promise.all([runLinkages(product.database.db, ways), runLinkages(product.database.db, ways)]);
    expect(await letters('after@example.com')).toHaveLength(1);
    expect(await letters('gone@example.com')).toEqual([]);
    expect(await endsOf(raised)).toEqual(['done: filed', 'skipped: switchedOff']);
  });

  it('do not wait behind web hooks whose server is away', async () => {
    const raised = raise();
    await link(raised, { linkageType: '2', emails: 'behind@example.com', delay: 60 });
    await plan(raised);
    const hooks = raise();
    await sql`insert into linkage_record (linkage_name, consumer_id, linkage_id, alarm_record_id, raise_count, alarm_name, raised_at,
        due_at, run_state, record_source, linkage_type, recipient, tries, _source, _content)
      select 'hook', ${mine.consumerId}, c.id, ${hooks.recordId}, 1, 'x', now(), now() - interval '1 hour', 'waiting', 'machine', '6',
        'http://192.0.2.1/' || n, 0, 'config', '{"text": {"zh": "x", "en": "x"}, "level": "3"}'
      from generate_series(1, 250) n,
        (select id from linkage_config where consumer_id = ${mine.consumerId} and enable = '1' order by id desc limit 1) c`.execute(
      product.database.db,
    );
    await dueNow(raised);
    await product.database.db.transaction().execute((trx) => runDue(trx, ways, Date.now()));
    expect(await letters('behind@example.com')).toHaveLength(1);
    await sql`delete from linkage_record where alarm_record_id = ${hooks.recordId}`.execute(
      product.database.db,
    );
  });

  it('are held by quiet hours, save what is urgent', async () => {
    // The hour in China.
    const hour = new Date(Date.now() + 8 * 3_600_000).getUTCHours();
    const quiet = { quietBegin: hour, quietEnd: (hour + 2) % 24 };
    const [calm, urgent] = [raise(), raise({ level: '1' })];
    await link(calm, { linkageType: '2', emails: 'calm@example.com', ...quiet });
    await link(urgent, { linkageType: '2', emails: 'urgent@example.com', ...quiet });
    await plan(calm);
    await plan(urgent);
    expect(await runsOf(calm)).toMatchObject([{ runState: 'waiting', runReason: 'quiet' }]);
    expect(await letters('urgent@example.com')).toHaveLength(1);
  });
});

it('runs of the system are kept as they were; people note their own beside them', async () => {
  const raised = raise();
  await link(raised, { linkageType: '3', cameraItemId: mine.archive['iVideoControl'] });
  await plan(raised);
  const [run] = await runsOf(raised);
  const records = '/api/alarm/linkageRecord';
  const edit = (fieldName: string, fieldValue: string) =>
    mine.client.post(`${records}/editfield`, { id: run?.['id'], fieldName, fieldValue });
  expect(await edit('runState', 'done')).toMatchObject({ code: 409, field: 'runState' });
  expect((await mine.client.post(`${records}/del`, { id: run?.['id'] })).code).toBe(409);
  ok(await edit('remark', 'looked at'));
  const own = {
    linkageName: 'Called the shift',
    consumerId: mine.consumerId,
    alarmName: 'High load',
    raisedAt: new Date().toISOString(),
    linkageType: '1',
    recipient: '13800000000',
  };
  expect(await mine.client.post(`${records}/add`, { ...own, runState: 'waiting' })).toMatchObject({
    code: 400,
    field: 'runState',
  });
  const id = await add(mine.client, 'linkageRecord', { ...own, runState: 'done', recordSource: 'machine' });
  expect(ok(await mine.client.get(`${records}/get`, { id }))).toMatchObject({ recordSource: 'person' });
  ok(await mine.client.post(`${records}/del`, { id }));
});

it('a run keeps the English names of its linkage and its alarm: a list finds it by them, a sheet tells both', async () => {
  const names = { recordName: '负荷过高', recordNameEn: 'The load is high' };
  const own = { consumerId: mine.consumerId, alarmType: '1', alarmLevel: '2', raisedAt: new Date().toISOString() }; // prettier-ignore
  const recordId = await add(mine.client, 'alarmRecord', { ...names, ...own });
  const raised = raise({ recordId, name: names.recordName });
  await link(raised, { linkageType: '5', linkageName: '立即建单', linkageNameEn: 'Order at once' });
  await plan(raised);
  const kept = (await runsOf(raised)).find((one) => one['linkageName'] === '立即建单');
  expect(kept).toMatchObject({ linkageNameEn: 'Order at once', alarmNameEn: 'The load is high' });
  const dataTable = { filters: [{ field: 'alarmName', op: 'contains', value: 'load is HIGH' }] };
  const sheet = async (language: 'zh' | 'en') => {
    const { body } = await mine.client.in(language).download('/api/alarm/linkageRecord/exportdatatable', {
      dataTable,
      fieldName: 'linkageName,alarmName',
      format: 'csv',
    });
    return body.toString().replace('\uFEFF', '').trim().split(/\r?\n/);
  };
  expect(await sheet('en')).toEqual([
    'Linkage,Name in English,Alarm,Alarm in English',
    '立即建单,Order at once,负荷过高,The load is high',
  ]);
  expect(await sheet('zh')).toEqual(['联动名称,告警', '立即建单,负荷过高']);
  // An alarm that is called otherwise by now is not told under this name.
  const renamed = raise({ recordId, count: 2, name: '另一个' });
  await link(renamed, { linkageType: '5' });
  await plan(renamed);
  const other = (await runsOf(renamed)).find((one) => one['alarmName'] === '另一个');
  expect(other).toMatchObject({ linkageNameEn: null, alarmNameEn: null });
});

describe('a web hook', () => {
  it('is posted after the commit with its key, tried again after 503, and ends at a refusal', async () => {
    const raised = raise();
    await link(raised, { linkageType: '6', hookUrl });
    await plan(raised);
    expect(got).toEqual([]);
    replies.push(503);
    await runLinkages(product.database.db, ways);
    expect(await runsOf(raised)).toMatchObject([{ runState: 'waiting', tries: 1 }]);
    // On its way it is not taken back.
    expect(await skip(raised, 'cleared')).toBe(0);
    await dueNow(raised);
    await runLinkages(product.database.db, ways);
    const [run] = await runsOf(raised);
    expect(run).toMatchObject({ runState: 'done', runReason: 'answered', tries: 2 });
    expect(got).toHaveLength(2);
    expect(got[1]).toMatchObject({
      key: `linkage-${String(run?.['id'])}`,
      body: { alarmRecordId: raised.recordId, level: '2', text: raised.text, siteId: mine.siteId },
    });
    const refused = raise();
    await link(refused, { linkageType: '6', hookUrl });
    await plan(refused);
    replies.push(302);
    await runLinkages(product.database.db, ways);
    expect(await runsOf(refused)).toMatchObject([
      { runState: 'failed', runReason: 'refused', detail: '302' },
    ]);
  });

  it('never reaches an address that is not allowed, whatever stood in the linkage', async () => {
    const raised = raise();
    await link(raised, { linkageType: '6', hookUrl });
    await plan(raised);
    const before = got.length;
    await runLinkages(product.database.db, { ...ways, outwardAllow: new Set() });
    expect(await runsOf(raised)).toMatchObject([{ runState: 'failed', runReason: 'hostRefused' }]);
    expect(got).toHaveLength(before);
  });
});

describe('a work order', () => {
  it('is opened by an alarm and lives its life, each move written down', async () => {
    const raised = raise();
    await link(raised, { linkageType: '5' });
    await plan(raised);
    const [order] = ok(
      await mine.client.get<{ id: number }[]>('/api/alarm/workOrder/searchall', {
        alarmRecordId: raised.recordId,
      }),
    );
    const move = (params: object) =>
      mine.client.post('/api/alarm/workOrder/move', { id: order?.id, ...params });
    expect(await move({ orderState: 'done' })).toMatchObject({ code: 409, field: 'orderState' });
    expect(await move({ orderState: 'assigned' })).toMatchObject({ code: 400, field: 'assigneeId' });
    ok(await move({ orderState: 'assigned', assigneeId: mine.userId }));
    ok(await move({ orderState: 'working' }));
    expect(await move({ orderState: 'done' })).toMatchObject({ code: 400, field: 'procInfo' });
    ok(await move({ orderState: 'done', procInfo: 'Fuse replaced' }));
    expect(ok(await move({ orderState: 'accepted' }))).toMatchObject({
      orderState: 'accepted',
      procInfo: 'Fuse replaced',
    });
    const { rows } = await sql<{ to: string }>`select to_state as "to" from work_order_step
      where work_order_id = ${order?.id} order by id`.execute(product.database.db);
    expect(rows.map(({ to }) => to)).toEqual(['new', 'assigned', 'working', 'done', 'accepted']);
    const other = await buildWholeEnterprise(product);
    expect(
      (await other.client.post('/api/alarm/workOrder/move', { id: order?.id, orderState: 'working' })).code,
    ).toBe(404);
  });
});

it('what gateways send and nobody knows is offered as events, paged', async () => {
  await sql`insert into gateway_rejection (gateway_id, consumer_id, device_name, data_key, reason, n, first_at, last_at)
    values (${mine.gatewayId}, ${mine.consumerId}, 'E-1', 'doorOpen', 'unknownKey', 3, now(), now())`.execute(
    product.database.db,
  );
  const ask = async () =>
    ok(await mine.client.get<Page<object>>('/api/alarm/eventConfig/getEventFromIot', { pageSize: 10 }));
  expect(await ask()).toMatchObject({
    list: [{ eventIdentifier: 'doorOpen', n: 3, eventId: null }],
    pagination: { total: 1 },
  });
  const eventId = await add(mine.client, 'eventConfig', {
    eventName: 'Door',
    eventIdentifier: 'doorOpen',
    consumerId: mine.consumerId,
  });
  expect(await ask()).toMatchObject({ list: [{ eventId }] });
});
