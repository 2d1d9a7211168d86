import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { snake } from '#contract/define.ts';
import type { Resource } from '#contract/define.ts';
import type { Db } from '../database/db.ts';
import { EVERY } from './order.ts';
import type { Condition, Order } from './order.ts';
import { readPage, splits } from './orderPage.ts';
import type { Counted, Place } from './orderPage.ts';
import { tableOf } from './table.ts';

/** The ids of a page in their order, and how many rows there are in all. */
export interface PageIds {
  readonly ids: readonly number[];
  readonly total: number;
}

/** So many hits are looked up by id and sorted faster than their order is walked through. */
const FEW = 5000;

/**
 * Finds the rows of a page; only ids and the sorted column go through a sort. Rows are counted in one scan, and the page
 * is read in the order of the column from the nearer end; few hits of a condition, and those of an order without an
 * index, are sorted.
 */
export async function findPage(
  trx: Db,
  resource: Resource,
  where: Condition,
  query: Order,
  place: Place,
): Promise<PageIds> {
  const table = sql.table(tableOf(resource));
  const scope = await scopeOf(trx, resource);
  const seen = where === EVERY ? scope : scope === EVERY ? where : sql`${scope} and (${where})`;
  const order = query.indexed ? await known(trx, table, query, scope) : query;
  const { few, ...counted } = await count(trx, table, seen, order, where !== EVERY);
  const { total } = counted;
  if (place.offset >= total) return { ids: [], total };
  const found = few === null ? seen : sql`id = any (${few}::integer[])`;
  return { ids: await readPage(trx, table, found, order, place, counted), total };
}

/**
 * The enterprises that the transaction sees, as a condition beside the policy, which leads to no index: of 10,000 enterprises
 * one would read the rows of all. Every row where all are seen.
 */
async function scopeOf(trx: Db, { scope }: Resource): Promise<Condition> {
  if (scope === null) return EVERY;
  const { rows } = await sql<{ ids: number[] | null }>`
    select case when not scope_all() then scope_ids() end as ids`.execute(trx);
  const ids = rows[0]?.ids ?? null;
  return ids === null ? EVERY : sql`${sql.ref(snake(scope))} = any (${ids}::integer[])`;
}

/** The order of a column, when no row is found in which it is empty: to count the filled ones, rows must be fetched. */
async function known(trx: Db, table: RawBuilder<unknown>, order: Order, scope: Condition): Promise<Order> {
  if (order.empty !== 'last') return order;
  const { rows } = await sql<{ some: boolean }>`
    select exists (select from ${table} where ${scope} and ${sql.ref(order.column)} is null) as some`.execute(
    trx,
  );
  return rows[0]?.some ? order : { ...order, empty: 'none' };
}

interface Hits extends Counted {
  /** The ids of hits as PostgreSQL writes an array, where there are few. */
  readonly few: string | null;
}

/** Counts the hits of a condition, and gathers their ids in the same scan where they may be few. */
async function count(
  trx: Db,
  table: RawBuilder<unknown>,
  where: Condition,
  order: Order,
  gathers: boolean,
): Promise<Hits> {
  const ids = !gathers ? sql`null` : sql`case when count(*) between 1 and ${FEW}::integer then array_agg(id)::text end`; // prettier-ignore
  const filled = splits(order) ? sql`count(${sql.ref(order.column)})` : sql`count(*)`;
  const { rows } = await sql<Hits>`
    select count(*)::integer as total, ${filled}::integer as filled, ${ids} as few
    from ${table} where ${where}`.execute(trx);
  const [hits] = rows;
  if (!hits) throw new Error('a sum over rows gives a row');
  return hits;
}
