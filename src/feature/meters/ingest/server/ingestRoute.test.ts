import { setImmediate as turn } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addTestGateway } from '#test/broker.ts';
import { cpuTime } from '#test/cpuTime.ts';
import { buildMeters } from '#test/build/meter.ts';
import { type TestDatabase, createTestDatabase } from '#test/database.ts';
import { type Rejection, REJECTIONS } from '../contract.ts';
import { DoorLoad } from './doorLoad.ts';
import { type Ingest, openIngest } from './ingest.ts';
import { INGEST_PATH, mountIngest } from './ingestRoute.ts';
import { issueToken, revokeTokens } from './token.ts';

let database: TestDatabase;
let app: FastifyInstance;
let ingest: Ingest;
let token: string;
let gatewayId: number;
let consumerId: number;
const load = new DoorLoad();
beforeAll(async () => {
  database = await createTestDatabase();
  app = Fastify();
  ingest = openIngest({ system: database.db, log: app.log });
  mountIngest(app, ingest, load);
  ({ consumerId } = await buildMeters(database.db, { meters: 2 }));
  await buildMeters(database.db, { name: 'neighbour', meters: 3 });
  const { rows } = await sql<{ id: number }>`
    insert into gateway (gateway_name, consumer_id, state) values ('g', ${consumerId}, '1') returning id`.execute(
    database.db,
  );
  gatewayId = rows[0]?.id ?? 0;
  token = await issueToken(database.db, gatewayId);
});
afterAll(async () => {
  await app.close();
  await ingest.close();
  await database.close();
});

const post = (body: unknown, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: INGEST_PATH,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    payload: typeof body === 'string' || body instanceof Buffer ? body : JSON.stringify(body),
  });

const t = Date.UTC(2025, 5, 1);

it('takes what can be taken and tells the rest value by value', async () => {
  const far = Date.now() + 3 * 86_400_000;
  const reply = await post({
    M1: [
      { ts: t, values: { PP: 1234.5, pz: '56.7', XX: 1, UA: null, IA: 'abc' } },
      { ts: far, values: { PP: 1 } },
      { ts: Date.UTC(1999, 0, 1), values: { PP: 1, RP: 2 } },
      { ts: 'yesterday', values: { PP: 1 } },
      7,
    ],
    M3: [{ ts: t, values: { PP: 1 } }],
    M2: { ts: t, values: { ENERGY: 8 } },
  });
  expect(reply.statusCode).toBe(200);
  const { data } = reply.json();
  expect(data).toMatchObject({ accepted: 3, duplicate: 0, conflict: 0, rejectedCount: 8 });
  // M3 and the key XX wait for a name; the far and the old stamp are quarantined.
  expect(data).toMatchObject({ waiting: 2, quarantined: 3 });
  expect(data.rejected).toContainEqual({ meter: 'M3', ts: t, code: 'PP', reason: 'unknown meter' });
  expect(data.rejected).toContainEqual({ meter: 'M1', ts: t, code: 'XX', reason: 'unknown code' });
  expect(data.rejected).toContainEqual({ meter: 'M1', ts: t, code: 'IA', reason: 'not a number' });
  const why = (reason: Rejection) => REJECTIONS[reason].en;
  expect(data.rejected).toContainEqual({ meter: 'M1', ts: far, code: null, reason: why('clockAhead') });
  expect(data.rejected).toContainEqual({ meter: 'M1', ts: null, code: 'PP', reason: why('badTime') });
  expect(data.rejected).toContainEqual({ meter: 'M1', ts: null, code: null, reason: 'not readable' });
});

it('takes gzip, and a repeat changes nothing', async () => {
  const body = gzipSync(
    JSON.stringify({
      M1: [
        { ts: t, values: { PP: 1234.5 } },
        { ts: t + 60_000, values: { PP: 1235 } },
      ],
    }),
  );
  const reply = await post(body, { 'content-encoding': 'gzip' });
  expect(reply.json().data).toMatchObject({ accepted: 1, duplicate: 1, conflict: 0 });
});

it('refuses what is no telemetry, in both languages', async () => {
  for (const body of ['', '{', '[1]', 'null', '"x"', gzipSync('x')]) {
    const reply = await post(body, body instanceof Buffer ? { 'content-encoding': 'gzip' } : {});
    expect(reply.statusCode).toBe(400);
  }
  expect((await post('{', { 'accept-language': 'zh' })).json().message).toContain('网关格式');
  expect((await post(Buffer.alloc(17 * 1024 * 1024, ' '))).statusCode).toBe(413);
  expect(
    (await post(gzipSync(Buffer.alloc(17 * 1024 * 1024, ' ')), { 'content-encoding': 'gzip' })).statusCode,
  ).toBe(413);
});

it('unpacks two bodies of the largest size at once over all gateways, and small ones pass them', async () => {
  const bomb = gzipSync(Buffer.alloc(16 * 1024 * 1024, ' '));
  expect(bomb.length).toBeLessThan(20_000);
  const tokens: string[] = [];
  for (let i = 0; i < 4; i++) {
    tokens.push((await addTestGateway(database.db, consumerId, `bomb ${i}`)).token);
  }
  let ended = 0;
  const bombs = Array.from({ length: 16 }, (_, i) =>
    post(bomb, { authorization: `Bearer ${tokens[i % 4]}`, 'content-encoding': 'gzip' }).finally(
      () => ended++,
    ),
  );
  let most = 0;
  while (load.reading === 0) await turn();
  const small = post({ M1: [{ ts: t + 3_000, values: { PP: 1 } }] });
  let before = 16;
  void small.finally(() => (before = ended));
  for (; ended < 16; await turn()) most = Math.max(most, load.reading);
  expect((await Promise.all(bombs)).map(({ statusCode }) => statusCode)).toEqual(Array(16).fill(400));
  // Beside them a small one is read, of a few bytes.
  expect(Math.floor(most / 1024)).toBe(32 * 1024);
  expect((await small).statusCode).toBe(200);
  expect(before).toBeLessThan(16);
  expect(load.reading).toBe(0);
});

it('refuses what nests too deep, tells why, keeps the refusal, and takes what comes behind it', async () => {
  const deep = '['.repeat(20_000) + ']'.repeat(20_000);
  for (const body of [deep, `{"M1":[{"ts":${t},"values":{"PP":${deep}}}]}`, `{"M1":${deep}}`]) {
    const reply = await post(body, { 'accept-language': 'en' });
    expect(reply.statusCode).toBe(400);
    expect(reply.json().message).toBe('The body is nested too deep, at most 64 levels');
  }
  const after = await post({ M1: [{ ts: t + 5, values: { PP: 1 } }] });
  expect(after.json()).toMatchObject({ code: 200, data: { accepted: 1 } });
  await ingest.recorder.flush();
  const { rows } = await sql<{ n: number }>`select n::integer as n from gateway_rejection
    where gateway_id = ${gatewayId} and reason = 'tooDeep'`.execute(database.db);
  expect(rows).toEqual([{ n: 3 }]);
});

it('reads no body of a sender that it does not know', async () => {
  const begun = cpuTime();
  const reply = await post(Buffer.alloc(15 * 1024 * 1024, '['), { authorization: 'Bearer nobody' });
  expect(reply.statusCode).toBe(403);
  expect(reply.headers.connection).toBe('close');
  expect(cpuTime() - begun).toBeLessThan(2000);
});

it('holds back an address that comes with wrong tokens, and nobody with a right one', async () => {
  const from = (remoteAddress: string, bearer: string) =>
    app.inject({
      method: 'POST',
      url: INGEST_PATH,
      remoteAddress,
      headers: { authorization: `Bearer ${bearer}` },
      payload: '{}',
    });
  const fresh = await issueToken(database.db, gatewayId);
  const codes: number[] = [];
  for (let i = 0; i < 60; i++) codes.push((await from('203.0.113.9', `guess${i}`)).statusCode);
  expect(codes.filter((code) => code === 403).length).toBeLessThan(25);
  expect(codes.at(-1)).toBe(429);
  const held = await from('203.0.113.9', 'another');
  expect(Number(held.headers['retry-after'])).toBeGreaterThan(0);
  expect(held.json().message).toContain('wrong tokens');
  // A gateway that was never heard before, behind the same address; and the wrong token from elsewhere.
  expect((await from('203.0.113.9', fresh)).statusCode).toBe(200);
  expect((await from('203.0.113.10', 'guess0')).statusCode).toBe(403);
});

it('refuses a missing, unknown and revoked token', async () => {
  expect((await app.inject({ method: 'POST', url: INGEST_PATH, payload: '{}' })).statusCode).toBe(403);
  expect((await post({}, { authorization: 'Bearer nobody' })).statusCode).toBe(403);
  const old = await issueToken(database.db, gatewayId);
  await revokeTokens(database.db, gatewayId, token);
  expect((await post({}, { authorization: `Bearer ${old}` })).statusCode).toBe(403);
  expect((await post({})).statusCode).toBe(200);
});

it('sends a gateway back, to come again, when the database does not keep up', async () => {
  const { figures } = ingest.store;
  const before = figures.rows;
  figures.rows = 2_000_000;
  const body = { M1: [{ ts: t + 77, values: { PZ: 1 } }] };
  const refused = await post(body);
  figures.rows = before;
  expect(refused.statusCode).toBe(429);
  expect(refused.headers['retry-after']).toBe('2');
  expect(refused.json()).toMatchObject({ code: 429 });
  expect(figures.refused).toBe(1);
  expect((await post(body)).json()).toMatchObject({ code: 200, data: { accepted: 1 } });
  expect(figures.rows).toBe(0);
});
