import { CompiledQuery } from 'kysely';
import type { Db } from './db.ts';

/** A statement with its values; `name` prepares it once per connection. */
export interface Statement {
  readonly name?: string;
  readonly text: string;
  readonly values: unknown[];
  readonly rowMode?: 'array';
  /** The types of its values, where the statement may be asked for several meters at once. */
  readonly each?: readonly string[];
}

/** What the loading code needs of a connection: a client of pg, or an executor of Kysely by `queryableOf`. */
export interface Queryable {
  query<R extends object>(statement: Statement): Promise<{ rows: R[] }>;
}

/** The same statements on an executor of Kysely, inside its transaction and scope. Column names must differ. */
export function queryableOf(db: Db): Queryable {
  return {
    async query<R extends object>({ text, values, rowMode }: Statement) {
      const { rows } = await db.executeQuery(CompiledQuery.raw(text, values));
      return { rows: (rowMode === 'array' ? rows.map((row) => Object.values(row as object)) : rows) as R[] };
    },
  };
}
