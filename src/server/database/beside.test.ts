import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '#test/database.ts';
import type { TestDatabase } from '#test/database.ts';
import { beside } from './beside.ts';
import { openDatabase, poolOf } from './db.ts';
import type { Database, Db } from './db.ts';
import { silent } from './log.ts';
import { withScope } from './scope.ts';

let database: TestDatabase;
let requests: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  await sql`create table thing (consumer_id integer not null)`.execute(database.db);
  await sql`alter table thing enable row level security`.execute(database.db);
  await sql`alter table thing force row level security`.execute(database.db);
  await sql`create policy scope on thing using (in_scope(consumer_id))`.execute(database.db);
  await sql`grant all on thing to meterhouse_app`.execute(database.db);
  await sql`insert into thing values (1), (2), (3)`.execute(database.db);
  requests = await openDatabase(database.connectionString, { log: silent, max: 3, role: 'app' });
});
afterAll(async () => {
  await requests.close();
  await database.close();
});

interface Seen {
  readonly things: number[];
  readonly pid: number;
}

async function look(db: Db): Promise<Seen> {
  const { rows } = await sql<Seen>`
    select array(select consumer_id from thing order by 1) as things, pg_backend_pid() as pid`.execute(db);
  return rows[0] ?? { things: [], pid: 0 };
}

const reading = { readOnly: true };

/** What two transactions at the same time see; null = there was no second one. */
const both = (scope: readonly number[] | 'all'): Promise<[Seen, Seen | null]> =>
  withScope(
    requests.db,
    scope,
    async (trx) => Promise.all([look(trx), beside(trx, look) ?? null]),
    [],
    reading,
  );

async function untilIdle(count: number): Promise<void> {
  await expect.poll(() => poolOf(requests.db).idleCount, { timeout: 5000 }).toBeGreaterThanOrEqual(count);
}

test('a second transaction sees the same rows on a connection of its own', async () => {
  const [, none] = await both('all');
  expect(none).toBeNull();
  // The one who asked first in vain has had a second connection opened for those who follow.
  await untilIdle(2);
  const [first, second] = await both([1, 3]);
  expect(first.things).toEqual([1, 3]);
  expect(second?.things).toEqual([1, 3]);
  expect(second?.pid).not.toBe(first.pid);
});

test('there is none beside a transaction that may have written', async () => {
  await untilIdle(2);
  expect(await withScope(requests.db, [1], async (trx) => beside(trx, look) ?? null)).toBeNull();
});

test('nobody waits for a second connection, however many ask at once', async () => {
  const scopes = Array.from({ length: 60 }, (_, index) => [(index % 3) + 1]);
  const seen = await Promise.all(scopes.map(both));
  for (const [index, [first, second]] of seen.entries()) {
    expect(first.things).toEqual(scopes[index]);
    if (second) expect(second.things).toEqual(scopes[index]);
  }
});

test('an error of the second is told', async () => {
  await untilIdle(2);
  const failing = withScope(
    requests.db,
    [1],
    async (trx) => beside(trx, (other) => sql`select 1 / 0`.execute(other)),
    [],
    reading,
  );
  await expect(failing).rejects.toThrow('division by zero');
});
