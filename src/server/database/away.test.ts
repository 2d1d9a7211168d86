import { DatabaseError } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { silent } from './log.ts';
import { isAway, isUncertain } from './away.ts';
import { openDatabase } from './db.ts';
import { outlast } from './outlast.ts';
import { withScope } from './scope.ts';
import { sql } from 'kysely';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

test.each([
  ['57P01', true],
  ['57P02', true],
  ['57P03', true],
  ['08006', true],
  ['53300', true],
  ['28P01', false],
  ['53100', false],
  ['57014', false],
  ['23505', false],
])('what the server says with state %s: away %s', (code, away) => {
  const error = Object.assign(new DatabaseError('said by the server', 1, 'error'), { code });
  expect(isAway(error)).toBe(away);
  expect(isAway(new Error('a step failed', { cause: error }))).toBe(away);
});

test('an address where nobody listens is away, a refused connection of something else is not', async () => {
  const error = await failure(openDatabase('postgres://me@127.0.0.1:1/none', { role: 'app', log: silent }));
  expect(error).toMatchObject({ code: 'ECONNREFUSED' });
  expect(isAway(error)).toBe(true);
  const pool = await openDatabase('postgres://me@127.0.0.1:1/none', { log: silent });
  expect(isAway(await failure(pool.pool.query('select 1')))).toBe(true);
  await pool.close();
  expect(isAway(await failure(fetch('http://127.0.0.1:1/')))).toBe(false);
  expect(isAway(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }))).toBe(false);
});

const cut = (db: TestDatabase['db']): Promise<unknown> =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(db);

test('a connection that is cut in a transaction is away, before its next statement and in the midst of one', async () => {
  const error = await failure(
    withScope(database.app, 'all', async (trx) => {
      await sql`select 1`.execute(trx);
      await cut(database.db);
      await new Promise((resolve) => setTimeout(resolve, 100));
      await sql`select 1`.execute(trx);
    }),
  );
  expect(isAway(error)).toBe(true);
  expect(isUncertain(error)).toBe(false);
  const sleeping = failure(withScope(database.app, 'all', (trx) => sql`select pg_sleep(10)`.execute(trx)));
  await new Promise((resolve) => setTimeout(resolve, 200));
  await cut(database.db);
  expect(isAway(await sleeping)).toBe(true);
});

test('a connection that is cut before the answer to its commit leaves open whether the change is there', async () => {
  await sql`create table uncertain (n integer)`.execute(database.db);
  await sql`create function slow() returns trigger language plpgsql as 'begin perform pg_sleep(5); return null; end'`.execute(
    database.db,
  );
  await sql`create constraint trigger slow after insert on uncertain initially deferred for each row execute function slow()`.execute(
    database.db,
  );
  await sql`grant all on uncertain to meterhouse_app`.execute(database.db);
  const error = failure(
    withScope(database.app, 'all', (trx) => sql`insert into uncertain values (1)`.execute(trx)),
  );
  await new Promise((resolve) => setTimeout(resolve, 300));
  await cut(database.db);
  expect(isAway(await error)).toBe(true);
  expect(isUncertain(await error)).toBe(true);
});

test('work goes on when the database is back, and gives up after its time', async () => {
  const away = (): Error => Object.assign(new DatabaseError('starting up', 1, 'error'), { code: '57P03' });
  let tries = 0;
  const work = async (): Promise<number> => {
    if (++tries < 4) throw away();
    return tries;
  };
  expect(await outlast(work, { ms: 5000 })).toBe(4);
  tries = -1e9;
  const began = Date.now();
  await expect(outlast(work, { ms: 500 })).rejects.toThrow('starting up');
  expect(Date.now() - began).toBeLessThan(5000);
  let context = 0;
  await expect(
    outlast(
      async () => {
        context++;
        throw new Error('a fault of its own');
      },
      { ms: 5000 },
    ),
  ).rejects.toThrow('a fault of its own');
  expect(context).toBe(1);
});
