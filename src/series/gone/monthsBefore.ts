import type pg from 'pg';
import type { Queryable } from '#server/database/queryable.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { keepStill } from '../sealed/lock.ts';
import { type MonthRows, monthRows } from './monthRows.ts';

/** A month of a meter. */
export interface MeterMonth {
  readonly meterId: number;
  /** Its first day, UTC. */
  readonly month: string;
}

/** The months before one of which meters have readings, in the order of month and meter. @param before its first day */
export async function monthsBefore(
  db: Pick<pg.Pool | pg.PoolClient, 'query'>,
  meterIds: readonly number[],
  before: string,
): Promise<MeterMonth[]> {
  const { rows: months } = await db.query<{ month: string }>(
    `select to_char(substring(pg_get_expr(c.relpartbound, c.oid) from $$FROM \\('([^']+)'\\)$$)::timestamptz at time zone 'UTC', 'YYYY-MM-DD') as month
     from pg_inherits h join pg_class c on c.oid = h.inhrelid where h.inhparent = 'reading'::regclass`,
  );
  const found: MeterMonth[] = [];
  for (const month of months
    .map((row) => row.month)
    .filter((one) => one < before)
    .sort()) {
    const { rows } = await db.query<{ id: number }>(
      `select v.id from unnest($1::integer[]) v (id)
       where exists (select from reading r where r.meter_id = v.id and r.ts >= $2::date::timestamp at time zone 'UTC'
             and r.ts < ($2::date + interval '1 month')::timestamp at time zone 'UTC')
         or exists (select from reading_block b where b.meter_id = v.id and b.month = $2::date)
       order by v.id`,
      [meterIds, month],
    );
    for (const { id } of rows) found.push({ meterId: id, month });
  }
  return found;
}

/** The readings of a month of a meter, as they are at one moment. @throws OddReading, BrokenBlock */
export const readMonth = (pool: pg.Pool, { meterId, month }: MeterMonth): Promise<MonthRows> =>
  inTransaction(pool, async (client) => {
    await keepStill(client as Queryable);
    return monthRows(client, meterId, month);
  });

/** Gives the room of what was taken out of months back, as far as it can be, and tells the planner of it. */
export async function tidyMonths(pool: pg.Pool, months: readonly string[]): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_inherits h join pg_class c on c.oid = h.inhrelid
     where h.inhparent = 'reading'::regclass
       and to_char(substring(pg_get_expr(c.relpartbound, c.oid) from $$FROM \\('([^']+)'\\)$$)::timestamptz at time zone 'UTC', 'YYYY-MM-DD') = any($1)`,
    [months],
  );
  for (const { name } of rows) await pool.query(`vacuum (analyze) ${name}`);
  await pool.query('vacuum (analyze) reading_block');
}
