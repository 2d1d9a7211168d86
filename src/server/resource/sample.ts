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
  /** Blocks of the table; 0 where it is small enough to be read whole. */
  readonly blocks: number;
  /** A row near the begin of the page, where the sample has many hits. */
  readonly near?: Anchor | undefined;
  /** A row that very likely comes before the page. */
  readonly from?: Anchor | undefined;
  /** A row that very likely comes after the page. */
  readonly to?: Anchor | undefined;
}

// So many places of rows are picked by chance; all rows are taken of a table that has no more.
const SAMPLED = 1250;
// At the begin of an order fewer will do: a guess that is wrong by half is wrong by few rows.
const BEGIN = { rows: 1000, sampled: 300 };
const MANY = 0.06;

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
  const sampled = offset + limit <= BEGIN.rows ? BEGIN.sampled : SAMPLED;
  const columns = [...new Set([order.column, 'id'])].map((column) => sql.ref(column));
  const begin = sql`${offset}::integer * part`;
  const end = sql`${offset + limit}::integer * part`;
  // PostgreSQL's own samples look at every row, or take whole blocks, whose rows were written one after the other.
  const { rows } = await sql<Anchor & { stands: keyof Sample | null; hits: number | null; blocks: number }>`
    with share as materialized (
      select relpages, ceil(reltuples / relpages) as high,
        1 - exp(-${sampled}::float8 / (relpages * ceil(reltuples / relpages))) as part
      from pg_class where oid = ${`"${name}"`}::regclass and reltuples > ${SAMPLED}::integer and relpages > 0),
    sampled as materialized (
      select ${sql.join(columns)} from ${sql.table(name)} where ctid = any (array(
        select format('(%s,%s)', floor(random() * relpages), 1 + floor(random() * high))::tid
        from share, generate_series(1, ${sampled}::integer))) and (${where})),
    numbered as (
      select ${sql.ref(order.column)}::text as value, id, row_number() over (order by ${orderTerms(order)}) as place,
        count(*) over () as hits
      from sampled)
    select relpages as blocks, value, id, hits::integer, stands from share left join lateral (
      select * from numbered, lateral (values
        ('from', floor(${begin} - 3 * sqrt(${begin})) - 3),
        ('near', greatest(floor(${begin}), 1)),
        ('to', ceil(${end} + 3 * sqrt(${end})) + 3)) mark (stands, at)
      where place = least(at, case when stands = 'to' then at else hits end)) marked on true`.execute(trx);
  const find = (which: keyof Sample): Anchor | undefined => rows.find(({ stands }) => stands === which);
  const hits = rows[0]?.hits ?? 0;
  const near = hits < MANY * sampled ? undefined : find('near');
  return { blocks: rows[0]?.blocks ?? 0, near, from: find('from'), to: find('to') };
}
