import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { add, buildEnterprise, type Enterprise, unique } from '#test/build.ts';
import { alertScene } from '#test/build/alertScene.ts';
import { ok, startProduct, type Product } from '#test/product.ts';
import type { Raised } from '../domain/plan.ts';
import { sendHooks } from './hook.ts';
import { runLinkages } from './loop.ts';
import { planRuns } from './plan.ts';
import type { Ways } from './run.ts';

const ways: Ways = { outbox: { mail: null, sms: null }, outwardAllow: new Set(['127.0.0.1']) };
let product: Product;
let works: Enterprise;
let hook: Server;
let hookUrl: string;
/** The alarms that the other side of the web hook was told of, and with what it answers next. */
let got: unknown[] = [];
const replies: number[] = [];
const { raise, runsOf } = alertScene(() => ({ product, works }));

beforeAll(async () => {
  product = await startProduct();
  works = await buildEnterprise(product);
  hook = createServer((request, reply) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      got.push((JSON.parse(body) as { alarmRecordId: number }).alarmRecordId);
      reply.writeHead(replies.shift() ?? 204).end();
    });
  });
  await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve));
  hookUrl = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/take`;
});
beforeEach(() => (got = []));
afterAll(async () => {
  hook.close();
  await product.close();
});

const system = () => product.database.db;
/** A web hook that tells of one alarm alone. */
const link = ({ eventId }: Raised, fields: object = {}): Promise<number> =>
  add(works.client, 'linkageConfig', {
    linkageName: unique('L'),
    consumerId: works.consumerId,
    eventType: '1',
    eventId,
    linkageType: '6',
    hookUrl,
    ...fields,
  });
const alarm = (): Promise<Raised> => raise(works.siteId, { eventId: Math.floor(Math.random() * 1e9) });

it('is not sent once its linkage is switched off, whether it was tried before or not', async () => {
  const [tried, fresh] = [await alarm(), await alarm()];
  const ids = [await link(tried), await link(fresh, { delay: 60 })];
  await system()
    .transaction()
    .execute((trx) => planRuns(trx, ways, [tried, fresh]));
  replies.push(503);
  await sendHooks(system(), ways);
  for (const id of ids)
    ok(
      await works.client.post('/api/alarm/linkageConfig/editfield', {
        id,
        fieldName: 'enable',
        fieldValue: '0',
      }),
    );
  await sql`update linkage_record set due_at = now()
    where alarm_record_id = any (${[tried.recordId, fresh.recordId]}::integer[])`.execute(system());
  await sendHooks(system(), ways);
  expect(got).toEqual([tried.recordId]);
  await runLinkages(system(), ways);
  for (const one of [tried, fresh]) expect(await runsOf(one)).toEqual(['6 skipped switchedOff']);
});

it.each([
  'http://10.0.0.5:9200/x',
  'http://192.168.1.2/',
  'http://[fd00::1]/x',
  'http://100.100.100.200/latest',
])('to %s is refused by its field', async (address) => {
  const fields = {
    linkageName: unique('L'),
    consumerId: works.consumerId,
    linkageType: '6',
    hookUrl: address,
  };
  const reply = await works.client.in('en').post('/api/alarm/linkageConfig/add', fields);
  expect(reply).toMatchObject({ code: 400, field: 'hookUrl' });
});

it('that leads to an inner server from before is not sent, and can be switched off', async () => {
  const raised = await alarm();
  const id = await link(raised);
  await sql`update linkage_config set hook_url = 'http://10.0.0.5:9200/x' where id = ${id}`.execute(system());
  await system()
    .transaction()
    .execute((trx) => planRuns(trx, ways, [raised]));
  await sendHooks(system(), ways);
  expect(await runsOf(raised)).toEqual(['6 failed hostRefused']);
  const { rows } = await sql<{ detail: string }>`select detail from linkage_record
    where alarm_record_id = ${raised.recordId}`.execute(system());
  const said = ['主机：10.0.0.5 属于内部网络', 'Host: 10.0.0.5 is in an inner network'];
  for (const half of said) expect(rows[0]?.detail).toContain(half);
  const off = { id, fieldName: 'enable', fieldValue: '0' };
  ok(await works.client.post('/api/alarm/linkageConfig/editfield', off));
});

it('waits behind no more than a few of another enterprise, however many of them wait longer', async () => {
  const { consumerId } = await buildEnterprise(product);
  const linkageId = await link(await alarm());
  const [many, one] = [await alarm(), await alarm()];
  const waiting = (owner: number, { recordId }: Raised, count: number, since: string) =>
    sql`insert into linkage_record (linkage_name, consumer_id, linkage_id, alarm_record_id, raise_count, alarm_name, raised_at,
        due_at, run_state, record_source, linkage_type, recipient, tries, _source, _content)
      select 'hook', ${owner}, ${linkageId}, ${recordId}, 1, 'x', now(), now() - ${since}::interval, 'waiting', 'machine', '6',
        ${hookUrl} || '/' || n, 0, 'config', '{"text": {"zh": "x", "en": "x"}, "level": "3"}'
      from generate_series(1, ${count}::integer) n`.execute(system());
  await waiting(works.consumerId, many, 60, '1 hour');
  await waiting(consumerId, one, 1, '1 second');
  await sendHooks(system(), ways);
  expect(got).toContain(one.recordId);
});
