import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { mountHealth } from '../plugin/health.ts';
import { mountRoutes } from '../plugin/mount.ts';
import { defineRoute, type Services } from '../route.ts';
import { isAway } from './away.ts';
import { openDatabase } from './db.ts';
import { silent } from './log.ts';
import { answeredWithin, patienceNow } from './pool.ts';
import { withScope } from './scope.ts';

// A line that is cut without a word: what stands between takes everything and hands nothing on, and nobody hangs up.

let database: TestDatabase;
let dark = false;
const ends = new Set<Socket>();
const between = createServer((from) => {
  const { hostname, port, searchParams } = new URL(database.connectionString);
  const host = searchParams.get('host') ?? hostname;
  const to = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(Number(port), host);
  for (const [one, other] of [
    [from, to],
    [to, from],
  ] as const) {
    ends.add(one);
    one.on('error', () => {});
    one.on('data', (data) => dark || other.write(data));
    one.on('close', () => dark || other.destroy());
  }
});
let url: string;
beforeAll(async () => {
  database = await createTestDatabase();
  await new Promise<void>((listening) => between.listen(0, '127.0.0.1', listening));
  const through = new URL(database.connectionString);
  through.searchParams.delete('host');
  through.hostname = '127.0.0.1';
  through.port = String((between.address() as AddressInfo).port);
  url = through.href;
});
beforeEach(() => {
  dark = false;
});
afterAll(async () => {
  for (const end of ends) end.destroy();
  await new Promise((closed) => between.close(closed));
  await database.close();
});

const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );
const one = sql`select 1`;

test.each(['system', 'app'] as const)(
  'what is asked of it (%s) is away when it is not answered in time, and the next is asked on another',
  async (role) => {
    const { db, close } = await openDatabase(url, { role, max: 1, log: silent });
    await withScope(db, 'all', (trx) => one.execute(trx));
    dark = true;
    const within = <T>(ms: number, work: () => Promise<T>) => failure(answeredWithin(ms, work));
    expect(isAway(await within(300, () => withScope(db, 'all', (trx) => one.execute(trx))))).toBe(true);
    dark = false;
    expect(await within(20_000, () => withScope(db, 'all', (trx) => one.execute(trx)))).toBeUndefined();
    // In the midst of a transaction too.
    const late = await within(2500, () =>
      withScope(db, 'all', async (trx) => {
        await one.execute(trx);
        dark = true;
        await one.execute(trx);
      }),
    );
    expect(isAway(late)).toBe(true);
    dark = false;
    await close();
  },
  90_000,
);

test('who holds the only connection on it keeps no call waiting, and what is not bounded waits', async () => {
  const { db, close } = await openDatabase(url, { max: 1, log: silent });
  const work = sql`select pg_sleep(1.5)`.execute(db);
  const asked = await failure(answeredWithin(200, () => one.execute(db)));
  expect(isAway(asked)).toBe(true);
  expect((await work).rows).toHaveLength(1);
  // The connection that came too late for it was given back.
  expect((await one.execute(db)).rows).toHaveLength(1);
  await close();
}, 90_000);

test('what takes too long is ended at the server too', async () => {
  const { db, close } = await openDatabase(url, { max: 2, log: silent });
  const slow = sql`select pg_sleep(40) as too_slow`;
  expect(isAway(await failure(answeredWithin(1000, () => slow.execute(db))))).toBe(true);
  const running = async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::integer as n from pg_stat_activity
      where pid <> pg_backend_pid() and state = 'active' and query like '%too_slow%'`.execute(database.db);
    return rows[0]?.n;
  };
  for (let i = 0; i < 80 && (await running()) !== 0; i++) await sleep(100);
  expect(await running()).toBe(0);
  await close();
}, 90_000);

test('every call has its bound, files a longer one, and who watches is told within seconds', async () => {
  const { db, pool, close } = await openDatabase(url, { max: 2, log: silent });
  const route = (method: 'GET' | 'POST' | 'DOWNLOAD', path: string) =>
    defineRoute({
      method,
      path,
      summary: { zh: '等待', en: 'Patience' },
      permission: 'public',
      params: z.object({}),
      handler: async () => ({ ms: patienceNow() }),
    });
  const files = { keep: async () => {}, drop: async () => {} };
  const services = { system: db, db, pool, log: silent, files } as unknown as Services;
  const app = Fastify();
  mountRoutes(
    app,
    [route('GET', '/a'), route('POST', '/b'), route('DOWNLOAD', '/c')],
    services,
    async () => null,
  );
  mountHealth(app, services, async () => undefined);
  const bound = async (method: 'GET' | 'POST', at: string) =>
    (await app.inject({ method, url: at, headers: { 'x-meterhouse': '1' } })).json<{ data: { ms: number } }>()
      .data.ms;
  expect([await bound('GET', '/a'), await bound('POST', '/b'), await bound('GET', '/c')]).toEqual([
    60_000, 60_000, 300_000,
  ]);
  await expect.poll(async () => (await app.inject('/readyz')).statusCode, { timeout: 30_000 }).toBe(200);
  dark = true;
  expect((await app.inject('/readyz')).statusCode).toBe(503);
  dark = false;
  await expect.poll(async () => (await app.inject('/readyz')).statusCode, { timeout: 30_000 }).toBe(200);
  await app.close();
  await close();
}, 90_000);
