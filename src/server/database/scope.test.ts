import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '#test/database.ts';
import type { TestDatabase } from '#test/database.ts';
import { openDatabase } from './db.ts';
import type { Db } from './db.ts';
import { silent } from './log.ts';
import { withScope } from './scope.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await sql`create table thing (consumer_id integer not null)`.execute(database.db);
  await sql`alter table thing enable row level security`.execute(database.db);
  await sql`alter table thing force row level security`.execute(database.db);
  await sql`create policy scope on thing using (in_scope(consumer_id))`.execute(database.db);
  await sql`grant all on thing to meterhouse_app`.execute(database.db);
  await sql`insert into thing values (1), (2), (3)`.execute(database.db);
});
afterAll(() => database.close());

async function things(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select consumer_id as id from thing order by 1`.execute(db);
  return rows.map((row) => row.id);
}

test('a scope shows its own rows, and without one there is nothing', async () => {
  expect(await withScope(database.app, [1, 3], things)).toEqual([1, 3]);
  expect(await withScope(database.app, 'all', things)).toEqual([1, 2, 3]);
  expect(await withScope(database.app, [], things)).toEqual([]);
  expect(await things(database.app)).toEqual([]);
  expect(await database.app.transaction().execute(things)).toEqual([]);
  expect(await things(database.db)).toEqual([1, 2, 3]);
});

test('a scope ends with its transaction, also when it fails', async () => {
  await expect(
    withScope(database.app, [2], async (trx) => {
      await sql`insert into thing values (2)`.execute(trx);
      throw new Error('changed my mind');
    }),
  ).rejects.toThrow('changed my mind');
  expect(await things(database.app)).toEqual([]);
  expect(await withScope(database.app, [2], things)).toEqual([2]);
});

test('many scopes at once stay apart', async () => {
  const scopes = Array.from({ length: 60 }, (_, index) => [(index % 3) + 1]);
  expect(await Promise.all(scopes.map((scope) => withScope(database.app, scope, things)))).toEqual(scopes);
});

test('a reading transaction cannot write, and its connection serves the next scope', async () => {
  const way = { readOnly: true, prepared: true };
  const write = withScope(
    database.app,
    [1],
    (trx) => sql`insert into thing values (1)`.execute(trx),
    [],
    way,
  );
  await expect(write).rejects.toThrow('read-only transaction');
  const scopes = Array.from({ length: 60 }, (_, index) => [(index % 3) + 1]);
  const read = (scope: number[]): Promise<number[]> => withScope(database.app, scope, things, [], way);
  expect(await Promise.all(scopes.map(read))).toEqual(scopes);
  expect(await things(database.app)).toEqual([]);
  await withScope(database.app, [3], (trx) => sql`insert into thing values (3)`.execute(trx));
  expect(await read([3])).toEqual([3, 3]);
  await withScope(database.app, [3], (trx) =>
    sql`delete from thing where ctid in
    (select ctid from thing order by ctid desc limit 1)`.execute(trx),
  );
});

test('a scope holds on the connections of the system too', async () => {
  expect(
    await withScope(database.db, [2], (trx) =>
      sql`select current_setting('meterhouse.scope') as s`.execute(trx),
    ),
  ).toMatchObject({ rows: [{ s: '2' }] });
});

test('a failing statement leaves its connection whole', async () => {
  for (const way of [{}, { readOnly: true }])
    await expect(
      withScope(database.app, [1], (trx) => sql`select 1 / 0`.execute(trx), [], way),
    ).rejects.toThrow('division by zero');
  expect(await withScope(database.app, [1], things)).toEqual([1]);
});

test('a row outside the scope cannot be written', async () => {
  const write = withScope(database.app, [1], (trx) => sql`insert into thing values (2)`.execute(trx));
  await expect(write).rejects.toThrow('row-level security');
});

test('a scope of another kind than whole numbers is refused before it reaches SQL', async () => {
  await expect(withScope(database.app, [1.5], things)).rejects.toThrow('whole numbers');
});

test('options in the address do not push the role aside', async () => {
  const address = new URL(database.connectionString);
  address.searchParams.set('options', '-c work_mem=5MB');
  const { db, close } = await openDatabase(address.href, { log: silent, role: 'app', max: 1 });
  const { rows } =
    await sql`select current_setting('work_mem') as memory, (select count(*)::int from thing) as seen`.execute(
      db,
    );
  await close();
  expect(rows).toEqual([{ memory: '5MB', seen: 0 }]);
});

test('every table with a policy holds its owner to it as well', async () => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relrowsecurity and not relforcerowsecurity`.execute(
    database.db,
  );
  expect(rows).toEqual([]);
});
