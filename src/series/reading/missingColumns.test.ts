import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CODES, codeTable, columnOf, DATA_CODES, ENERGY_CODES } from '#contract/dataCode.ts';
import { manyCodes } from '#test/build/manyCodes.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { missingColumns } from './missingColumns.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

it('after all migrations no column of a code is missing, and `usage` has one of each energy in their order', async () => {
  expect(await missingColumns(database.db)).toEqual([]);
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute where attrelid = 'usage'::regclass and atttypid = 'bigint'::regtype
      and attname = any (${ENERGY_CODES.map(columnOf)}::text[]) order by attnum`.execute(database.db);
  expect(rows.map(({ name }) => name)).toEqual(ENERGY_CODES.map(columnOf));
});

it('gives the columns of new codes, and refuses a table in which codes have moved or gone', async () => {
  const { db } = database;
  const table = manyCodes(DATA_CODES.length + 2);
  const more = table.columns.slice(-2);
  const statements = await missingColumns(db, table);
  expect(statements).toEqual([
    `alter table reading add column ${more[0]} float8, add column ${more[1]} float8;`,
  ]);
  await sql.raw(statements.join('\n')).execute(db);
  expect(await missingColumns(db, table)).toEqual([]);
  const [last, ...others] = [...table.entries].reverse();
  if (!last) throw new Error('There is a last code.');
  await expect(missingColumns(db, codeTable([last, ...others.reverse()]))).rejects.toThrow(
    'none moves or goes',
  );
  await expect(missingColumns(db, CODES)).rejects.toThrow('none moves or goes');
});
