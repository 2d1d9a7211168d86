import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '#test/database.ts';
import type { TestDatabase } from '#test/database.ts';
import { withScope } from '../database/scope.ts';
import { scan } from './scan.ts';
import type { Sums } from './scan.ts';

const ROWS = 20_000;
let database: TestDatabase;
let blocks = 0;
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  await sql`create table pump (id integer not null, flow integer)`.execute(db);
  await sql`grant select on pump to meterhouse_app`.execute(db);
  await sql`insert into pump select n, case when n % 4 > 0 then n % 10 end from generate_series(1, ${ROWS}::integer) n`.execute(db); // prettier-ignore
  await sql`vacuum analyze pump`.execute(db);
  const { rows } = await sql<{ blocks: number }>`
    select relpages as blocks from pg_class where oid = 'pump'::regclass`.execute(db);
  blocks = rows[0]?.blocks ?? 0;
  // The first who asks for a second connection has it opened for those who follow.
  await sums(blocks);
});
afterAll(() => database.close());

const sums = (of: number): Promise<Sums> =>
  withScope(
    database.app,
    'all',
    (trx) =>
      scan(trx, sql.table('pump'), of, sql`flow <> 3`, {
        filled: sql`count(flow)`,
        before: sql`count(*) filter (where id <= 777)`,
        ids: sql`coalesce(trim(both '{}' from (array_agg(id) filter (where id % 1000 = 1))::text), '')`,
      }),
    [],
    { readOnly: true },
  );

const wanted = Array.from({ length: ROWS }, (_, index) => index + 1).filter((n) => n % 4 > 0 && n % 10 !== 3);

test.each([0, 1, 2, 60, 100_000])(
  'the sums are the same, as many blocks as there are said to be: %i',
  async (of) => {
    const { total, filled, before, ids } = await sums(of);
    expect({ total, filled, before }).toEqual({
      total: wanted.length,
      filled: wanted.length,
      before: wanted.filter((n) => n <= 777).length,
    });
    expect(
      ids
        .split(',')
        .map(Number)
        .toSorted((a, b) => a - b),
    ).toEqual(wanted.filter((n) => n % 1000 === 1));
  },
);

test('no row is missed or counted twice while rows move from one half into the other', async () => {
  expect(blocks).toBeGreaterThan(20);
  let writing = true;
  const writer = (async () => {
    for (let n = 1; writing; n += 7)
      await sql`update pump set flow = flow where id = ${1 + (n % ROWS)}`.execute(database.db);
  })();
  try {
    for (let look = 0; look < 200; look++) expect((await sums(blocks)).total).toBe(wanted.length);
  } finally {
    writing = false;
    await writer;
  }
});
