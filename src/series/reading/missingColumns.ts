import { sql } from 'kysely';
import { CODES, type CodeTable } from '#contract/dataCode.ts';
import type { Db } from '#server/database/db.ts';

/**
 * The statements that give `reading` the columns of the codes it lacks; none when it has all.
 * @throws Error where codes that it has do not stand first in the table, in the order in which they came.
 */
export async function missingColumns(db: Db, { columns }: CodeTable = CODES): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = 'reading'::regclass and atttypid = 'float8'::regtype and not attisdropped
    order by attnum`.execute(db);
  rows.forEach(({ name }, place) => {
    if (columns[place] !== name)
      throw new Error(
        `Data code ${place + 1} is ${columns[place]} in the table and ${name} in the database, which keeps sets of codes ` +
          'by their places: none moves or goes, and a new one is the last.',
      );
  });
  const missing = columns.slice(rows.length).map((column) => `add column ${column} float8`);
  return missing.length === 0 ? [] : [`alter table reading ${missing.join(', ')};`];
}
