import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Resource } from '#contract/define.ts';
import type { Db } from '../database/db.ts';
import { EVERY, isBefore, leadsTo, orderTerms } from './order.ts';
import type { Anchor, Condition, Order } from './order.ts';
import { sampleAround } from './sample.ts';
import type { Place, Sample } from './sample.ts';
import { scan } from './scan.ts';
import { readPage, splits } from './stretch.ts';
import type { Counted } from './stretch.ts';
import { tableOf } from './table.ts';

/** The ids of a page in their order, and how many rows there are in all. */
export interface PageIds {
  readonly ids: readonly number[];
  readonly total: number;
}

/** What a page is looked for in. */
interface Asked {
  readonly table: RawBuilder<unknown>;
  /** Blocks of the table; 0 = few. */
  readonly blocks: number;
  readonly where: Condition;
  readonly order: Order;
}

const WHOLE: Sample = { blocks: 0 };

/**
 * Finds the rows of a page; only ids and the sorted column go through a sort. Rows are counted, and the page is read in
 * the order of the column from a near place: an end, or of the hits of a condition a row that a sample gives and whose
 * place the count tells. Where hits are few, or no index leads to a place, those around the page are gathered and sorted.
 */
export async function findPage(
  trx: Db,
  resource: Resource,
  where: Condition,
  asked: Order,
  place: Place,
): Promise<PageIds> {
  const table = sql.table(tableOf(resource));
  const order = asked.indexed ? await known(trx, table, asked) : asked;
  const sample =
    where !== EVERY && resource.large ? await sampleAround(trx, resource, where, order, place) : WHOLE;
  const { blocks } = sample;
  const near = leadsTo(order) ? sample.near : undefined;
  if (where === EVERY || near) {
    const counted = await count(trx, { table, blocks, where, order }, near);
    return { ids: await readPage(trx, table, where, order, place, counted, near), total: counted.total };
  }
  return (
    (await gather(trx, { table, blocks, where, order }, place, sample)) ??
    (await gather(trx, { table, blocks, where, order }, place, WHOLE)) ?? { ids: [], total: 0 }
  );
}

/** The order of a column, when no row is found in which it is empty: to count the filled ones, rows must be fetched. */
async function known(trx: Db, table: RawBuilder<unknown>, order: Order): Promise<Order> {
  if (order.empty !== 'last') return order;
  const { rows } = await sql<{ some: boolean }>`
    select exists (select from ${table} where ${sql.ref(order.column)} is null) as some`.execute(trx);
  return rows[0]?.some ? order : { ...order, empty: 'none' };
}

async function count(trx: Db, { table, blocks, where, order }: Asked, near?: Anchor): Promise<Counted> {
  const split = splits(order, near);
  const sums = await scan(trx, table, blocks, where, {
    ...(split && { filled: sql`count(${sql.ref(order.column)})` }),
    ...(near && { before: sql`count(*) filter (where ${isBefore(order, near)})` }),
  });
  return split ? sums : { ...sums, filled: sums.total };
}

/** A page of the hits of a condition, sorted from those between two rows; undefined where they do not hold the page. */
async function gather(
  trx: Db,
  { table, blocks, where, order }: Asked,
  { offset, limit }: Place,
  { from, to }: Sample,
): Promise<PageIds | undefined> {
  const limits = [...(from ? [sql`not ${isBefore(order, from)}`] : []), ...(to ? [isBefore(order, to)] : [])];
  const between = limits.length > 0 ? sql`filter (where ${sql.join(limits, sql` and `)})` : sql``;
  // Aggregates are computed by several processes at once, a list of rows is not.
  const { total, before, ids } = await scan(trx, table, blocks, where, {
    ids: sql`coalesce(trim(both '{}' from (array_agg(id) ${between})::text), '')`,
    ...(from && { before: sql`count(*) filter (where ${isBefore(order, from)})` }),
  });
  if (offset >= total) return { ids: [], total };
  const inside = ids === '' ? 0 : ids.split(',').length;
  if (before > offset || before + inside < Math.min(offset + limit, total)) return undefined;
  const { rows } = await sql<{ id: number }>`
    select id from ${table} where id = any (${`{${ids}}`}::integer[])
    order by ${orderTerms(order)} limit ${limit} offset ${offset - before}`.execute(trx);
  return { ids: rows.map(({ id }) => id), total };
}
