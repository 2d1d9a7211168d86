import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Resource } from '#contract/define.ts';
import type { Db } from '../database/db.ts';
import { tableOf } from './table.ts';

type Condition = RawBuilder<unknown>;

/** The condition that every row meets. */
export const EVERY: Condition = sql`true`;

/** An order of rows by one column, then by id, so that pages never overlap. Empty values stand last where `emptyLast`. */
export interface Order {
  readonly column: string;
  readonly back: boolean;
  readonly emptyLast: boolean;
  /** Rows need no sort to stand in this order. */
  readonly indexed: boolean;
}

export const BY_ID: Order = { column: 'id', back: false, emptyLast: false, indexed: true };

/** The terms of `order by`. */
export function orderTerms({ column, back, emptyLast }: Order): RawBuilder<unknown> {
  if (column === 'id') return back ? sql`id desc` : sql`id`;
  if (!back) return sql`${sql.ref(column)}, id`;
  return emptyLast ? sql`${sql.ref(column)} desc nulls last, id desc` : sql`${sql.ref(column)} desc, id desc`;
}

/** Where a page begins, and how many rows it has at most. */
interface Place {
  readonly offset: number;
  readonly limit: number;
}

/** The ids of a page in their order, and how many rows there are in all. */
export interface PageIds {
  readonly ids: readonly number[];
  readonly total: number;
}

// So many hits are kept in memory while they are counted and sorted: more where a sort is due anyway.
const FEW = 20_000;
const FEW_TO_SORT = 200_000;

/**
 * Finds the rows of a page; only ids and the sorted column go through a sort. Few hits of a condition are found by one
 * scan. Else the rows are counted, and read in the order of the column from whichever end is nearer.
 */
export async function findPage(
  trx: Db,
  resource: Resource,
  where: Condition,
  order: Order,
  place: Place,
): Promise<PageIds> {
  const table = sql.table(tableOf(resource));
  const few = where === EVERY ? undefined : await fewHits(trx, table, where, order, place);
  if (few) return few;
  const { total, filled } = await count(trx, table, where, order);
  const ids: number[] = [];
  for (const part of partsOf(order, total, filled)) {
    const from = Math.max(0, place.offset - part.from);
    const rows = Math.min(part.rows - from, place.limit - ids.length);
    if (rows > 0) ids.push(...(await slice(trx, table, sql`${where} and ${part.where}`, part, from, rows)));
  }
  return { ids, total };
}

/** The page where few rows meet the condition; undefined where more do. */
async function fewHits(
  trx: Db,
  table: RawBuilder<unknown>,
  where: Condition,
  order: Order,
  { offset, limit }: Place,
): Promise<PageIds | undefined> {
  const few = order.indexed ? FEW : FEW_TO_SORT;
  const { rows } = await sql<{ ids: number[] | null; total: number }>`
    with hit as materialized (
      select id${order.column === 'id' ? sql`` : sql`, ${sql.ref(order.column)}`} from ${table}
      where ${where} limit ${few + 1}),
    counted as (select count(*)::integer as total from hit)
    select total, case when total <= ${few}
      then array(select id from hit order by ${orderTerms(order)} limit ${limit} offset ${offset}) end as ids
    from counted`.execute(trx);
  const [found] = rows;
  return found?.ids ? { ids: found.ids, total: found.total } : undefined;
}

/** Rows in all, and those of them whose sorted column is not empty. */
async function count(
  trx: Db,
  table: RawBuilder<unknown>,
  where: Condition,
  order: Order,
): Promise<{ total: number; filled: number }> {
  const filled = splits(order) ? sql`count(${sql.ref(order.column)})` : sql`count(*)`;
  const { rows } = await sql<{ total: number; filled: number }>`
    select count(*)::integer as total, ${filled}::integer as filled from ${table} where ${where}`.execute(
    trx,
  );
  return rows[0] ?? { total: 0, filled: 0 };
}

/** A stretch of the order that an index gives, forwards or backwards. */
interface Part {
  readonly order: Order;
  readonly where: Condition;
  /** Its place in the whole. */
  readonly from: number;
  readonly rows: number;
}

// An index read backwards begins with the empty values: the two kinds are read one after the other.
const splits = ({ back, emptyLast }: Order): boolean => back && emptyLast;

function partsOf(order: Order, total: number, filled: number): Part[] {
  if (!splits(order)) return [{ order, where: EVERY, from: 0, rows: total }];
  const column = sql.ref(order.column);
  const whole = { ...order, emptyLast: false };
  return [
    { order: whole, where: sql`${column} is not null`, from: 0, rows: filled },
    { order: whole, where: sql`${column} is null`, from: filled, rows: total - filled },
  ];
}

async function slice(
  trx: Db,
  table: RawBuilder<unknown>,
  where: Condition,
  { order, rows: all }: Part,
  from: number,
  rows: number,
): Promise<number[]> {
  const after = all - from - rows;
  const turned = after < from;
  const { rows: found } = await sql<{ id: number }>`select id from ${table} where ${where}
    order by ${orderTerms(turned ? { ...order, back: !order.back, emptyLast: false } : order)}
    limit ${rows} offset ${turned ? after : from}`.execute(trx);
  const ids = found.map(({ id }) => id);
  return turned ? ids.reverse() : ids;
}
