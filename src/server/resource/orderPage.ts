import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from '../database/db.ts';
import { EVERY, orderTerms } from './order.ts';
import type { Condition, Order } from './order.ts';

/** Where a page begins, and how many rows it has at most. */
export interface Place {
  readonly offset: number;
  readonly limit: number;
}

/** How many rows there are in all, and those of them with a filled sorted column. */
export interface Counted {
  readonly total: number;
  readonly filled: number;
}

/** An interval of an order that an index gives, forwards or backwards. */
interface Interval {
  readonly order: Order;
  readonly where: Condition;
  /** Its place in the whole. */
  readonly from: number;
  readonly rows: number;
}

/** An index read backwards begins with the empty values. */
export const splits = ({ back, empty }: Order): boolean => back && empty === 'last';

/** The intervals of an order one after the other. */
function intervalsOf(order: Order, { total, filled }: Counted): Interval[] {
  if (!splits(order)) return [{ order, where: EVERY, from: 0, rows: total }];
  const column = sql.ref(order.column);
  const even: Order = { ...order, empty: 'none' };
  return [
    { order: even, where: sql`${column} is not null`, from: 0, rows: filled },
    { order: even, where: sql`${column} is null`, from: filled, rows: total - filled },
  ];
}

/** Reads the ids of a page of counted rows in their order, from the nearer end of its intervals. */
export async function readPage(
  trx: Db,
  table: RawBuilder<unknown>,
  where: Condition,
  order: Order,
  { offset, limit }: Place,
  counted: Counted,
): Promise<number[]> {
  const ids: number[] = [];
  for (const interval of intervalsOf(order, counted)) {
    const from = Math.max(0, offset - interval.from);
    const rows = Math.min(interval.rows - from, limit - ids.length);
    if (rows > 0) ids.push(...(await slice(trx, table, where, interval, from, rows)));
  }
  return ids;
}

/** Rows of an interval, read from its nearer end. */
async function slice(
  trx: Db,
  table: RawBuilder<unknown>,
  where: Condition,
  interval: Interval,
  from: number,
  rows: number,
): Promise<number[]> {
  const { order } = interval;
  const after = interval.rows - from - rows;
  const turned = after < from;
  const { rows: found } = await sql<{ id: number }>`
    select id from ${table} where ${where} and ${interval.where}
    order by ${orderTerms(turned ? { ...order, back: !order.back, empty: 'none' } : order)}
    limit ${rows} offset ${turned ? after : from}`.execute(trx);
  const ids = found.map(({ id }) => id);
  return turned ? ids.reverse() : ids;
}
