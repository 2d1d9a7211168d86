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

// So many hits are looked up and sorted: more where a sort is due anyway.
const FEW = 20_000;
const FEW_TO_SORT = 200_000;

/**
 * Finds the rows of a page; only ids and the sorted column go through a sort. The hits of a condition are counted in
 * one scan, and sorted if they are few. Else the page is read in the order of the column from whichever end is nearer.
 */
export async function findPage(
  trx: Db,
  resource: Resource,
  where: Condition,
  asked: Order,
  place: Place,
): Promise<PageIds> {
  const table = sql.table(tableOf(resource));
  // To count the filled ones, rows must be fetched.
  const order =
    asked.indexed && splits(asked) && !(await someEmpty(trx, table, asked))
      ? { ...asked, emptyLast: false }
      : asked;
  const counted = where === EVERY ? count(trx, table, order) : hits(trx, resource, where, order, place);
  const { total, filled, ids: few } = await counted;
  if (few) return { ids: few, total };
  const ids: number[] = [];
  for (const part of partsOf(order, total, filled)) {
    const from = Math.max(0, place.offset - part.from);
    const rows = Math.min(part.rows - from, place.limit - ids.length);
    if (rows > 0) ids.push(...(await slice(trx, table, sql`${where} and ${part.where}`, part, from, rows)));
  }
  return { ids, total };
}

/** Rows in all, those of them whose sorted column is not empty, and the ids of the page where they are found already. */
interface Counted {
  readonly total: number;
  readonly filled: number;
  readonly ids?: readonly number[] | null;
}

/** Whether the sorted column of any row is empty. */
async function someEmpty(trx: Db, table: RawBuilder<unknown>, { column }: Order): Promise<boolean> {
  const { rows } = await sql<{ some: boolean }>`
    select exists (select from ${table} where ${sql.ref(column)} is null) as some`.execute(trx);
  return rows[0]?.some ?? false;
}

/** How many rows meet the condition; the page too where they are few. */
async function hits(
  trx: Db,
  resource: Resource,
  where: Condition,
  order: Order,
  place: Place,
): Promise<Counted> {
  const table = sql.table(tableOf(resource));
  const { offset, limit } = place;
  const found = sql`array(
    select id from ${table} where id = any ((select ids from hit)::integer[])
    order by ${orderTerms(order)} limit ${limit} offset ${offset})`;
  const walks = order.indexed && !splits(order);
  // Aggregates are computed by several processes at once, a list of rows is not.
  const { rows } = await sql<Counted>`
    with hit as materialized (
      select count(*)::integer as total, ${filledOf(order)}::integer as filled, array_agg(id) as ids
      from ${table} where ${where})${walks ? walked(table, where, order, place) : sql``}
    select total, filled, case when total <= ${order.indexed ? FEW : FEW_TO_SORT} then ${
      walks
        ? sql`case when ${isNear(resource, place)} and (select count(*) from walked) = ${limit}
            then array(select id from walked) else ${found} end`
        : found
    } end as ids
    from hit`.execute(trx);
  return rows[0] ?? NONE;
}

// To look up so many hits takes less than a walk; so many rows are walked past before they are looked up after all.
const AT_ONCE = 4000;
const MOST_WALKED = 15_000;

/** The page as a short walk in the order of the index finds it; incomplete where its hits lie further on. */
const walked = (
  table: RawBuilder<unknown>,
  where: Condition,
  order: Order,
  { offset, limit }: Place,
): RawBuilder<unknown> => sql`,
    walked as materialized (
      select id from (
        select id, ${where} as met from ${table} order by ${orderTerms(order)} limit ${MOST_WALKED}) r
      where met limit ${limit} offset ${offset})`;

/** Whether hits that lie evenly in the table let the page end within a short walk. */
const isNear = (resource: Resource, { offset, limit }: Place): RawBuilder<unknown> => sql`
  total > ${AT_ONCE} and (${offset + limit}::float8 * (
    select reltuples from pg_class where oid = ${`"${tableOf(resource)}"`}::regclass)) / total < ${MOST_WALKED / 2}`;

async function count(trx: Db, table: RawBuilder<unknown>, order: Order): Promise<Counted> {
  const { rows } = await sql<Counted>`
    select count(*)::integer as total, ${filledOf(order)}::integer as filled from ${table}`.execute(trx);
  return rows[0] ?? NONE;
}

const NONE: Counted = { total: 0, filled: 0 };

const filledOf = (order: Order): RawBuilder<unknown> =>
  splits(order) ? sql`count(${sql.ref(order.column)})` : sql`count(*)`;

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
