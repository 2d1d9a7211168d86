import { sql } from 'kysely';
import type { Resource } from '#contract/define.ts';
import type { Db } from '../database/db.ts';
import { orderTerms } from './order.ts';
import type { Anchor, Condition, Order } from './order.ts';
import { tableOf } from './table.ts';

/** Where a page begins, and how many rows it has at most. */
export interface Place {
  readonly offset: number;
  readonly limit: number;
}

/** What a sample says of the place of a page among the hits of a condition; a row is missing beyond either end. */
export interface Sample {
  /** A row near the begin of the page, where the sample has many hits. */
  readonly near?: Anchor | undefined;
  /** A row that very likely comes before the page. */
  readonly from?: Anchor | undefined;
  /** A row that very likely comes after the page. */
  readonly to?: Anchor | undefined;
}

// So many rows are picked by chance; all of a table that has no more.
const SAMPLED = 2500;
const MANY = 150;

/**
 * Guesses by a sample of the table which rows stand around a page of hits: the number of sampled hits before a place
 * scatters by its square root, of which three are left on both sides. Where they really stand is for a count to say.
 */
export async function sampleAround(
  trx: Db,
  resource: Resource,
  where: Condition,
  order: Order,
  { offset, limit }: Place,
): Promise<Sample> {
  const name = tableOf(resource);
  const columns = [...new Set([order.column, 'id'])].map((column) => sql.ref(column));
  const begin = sql`${offset}::integer * part`;
  const end = sql`${offset + limit}::integer * part`;
  const { rows } = await sql<Anchor & { readonly stands: keyof Sample; readonly hits: number }>`
    with share as materialized (
      select ${SAMPLED} / reltuples as part from pg_class
      where oid = ${`"${name}"`}::regclass and reltuples > ${SAMPLED}),
    sampled as materialized (
      select ${sql.join(columns)} from ${sql.table(name)}
      tablesample bernoulli ((select 100 * part from share)) where (select part from share) < 1 and ${where}),
    numbered as (
      select ${sql.ref(order.column)}::text as value, id, row_number() over (order by ${orderTerms(order)}) as place,
        count(*) over () as hits
      from sampled)
    select value, id, hits::integer, stands from share, numbered, lateral (values
      ('from', floor(${begin} - 3 * sqrt(${begin})) - 3),
      ('near', greatest(floor(${begin}), 1)),
      ('to', ceil(${end} + 3 * sqrt(${end})) + 3)) mark (stands, at)
    where place = least(at, case when stands = 'to' then at else hits end)`.execute(trx);
  const find = (which: keyof Sample): Anchor | undefined => rows.find(({ stands }) => stands === which);
  const hits = rows[0]?.hits ?? 0;
  return { near: hits < MANY ? undefined : find('near'), from: find('from'), to: find('to') };
}
