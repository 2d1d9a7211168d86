import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { beside } from '../database/beside.ts';
import type { Db } from '../database/db.ts';
import type { Condition } from './order.ts';

/** What a scan adds up: the numbers of two parts of a table add, their lists follow each other. */
export interface Sums {
  readonly total: number;
  /** Of these, with a filled sorted column. */
  readonly filled: number;
  /** Of these, before a place. */
  readonly before: number;
  /** Ids as `1,2,3`: thousands of them go from one statement into the next as they are. */
  readonly ids: string;
}

/** The sums that are asked for beside the total, as SQL; what is left out is 0 or empty. */
export type SumColumns = Readonly<Partial<Record<Exclude<keyof Sums, 'total'>, RawBuilder<unknown>>>>;

/**
 * Adds up over the rows that meet a condition, of a table of many blocks in two processes at a time, each in its half.
 * Where something was written between the begins of the two, one does it all: no row is missed or counted twice.
 * @param blocks how many blocks the table has about; 0 = few
 */
export async function scan(
  trx: Db,
  table: RawBuilder<unknown>,
  blocks: number,
  where: Condition,
  columns: SumColumns,
): Promise<Sums> {
  if (blocks === 0) return sumsOf(trx, table, where, columns);
  const middle = sql`${`(${Math.ceil(blocks / 2)},0)`}::tid`;
  const later = beside(trx, (other) => sumsOf(other, table, sql`(${where}) and ctid >= ${middle}`, columns));
  if (later) {
    const [a, b] = await Promise.all([
      sumsOf(trx, table, sql`(${where}) and ctid < ${middle}`, columns),
      later,
    ]);
    if (a.snapshot === b.snapshot)
      return {
        total: a.total + b.total,
        filled: a.filled + b.filled,
        before: a.before + b.before,
        ids: [a.ids, b.ids].filter((list) => list !== '').join(','),
      };
  }
  return sumsOf(trx, table, where, columns);
}

interface Seen extends Sums {
  /** Which transactions it could see. */
  readonly snapshot: string;
}

async function sumsOf(
  trx: Db,
  table: RawBuilder<unknown>,
  where: Condition,
  columns: SumColumns,
): Promise<Seen> {
  const { rows } = await sql<Seen>`
    select count(*)::integer as total, ${columns.filled ?? sql`0`}::integer as filled,
      ${columns.before ?? sql`0`}::integer as before, ${columns.ids ?? sql`''`} as ids,
      pg_current_snapshot()::text as snapshot
    from ${table} where ${where}`.execute(trx);
  const [sums] = rows;
  if (!sums) throw new Error('a sum over rows gives a row');
  return sums;
}
