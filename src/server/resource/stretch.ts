import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from '../database/db.ts';
import { beside, EVERY, orderTerms } from './order.ts';
import type { Anchor, Condition, Order } from './order.ts';
import type { Place } from './sample.ts';

/** How many rows there are in all, those of them with a filled sorted column, and those before an anchor. */
export interface Counted {
  readonly total: number;
  readonly filled: number;
  readonly before: number;
}

/** A stretch of an order that an index gives, forwards or backwards. */
interface Stretch {
  readonly order: Order;
  readonly where: Condition;
  /** Its place in the whole. */
  readonly from: number;
  readonly rows: number;
}

/** An index read backwards begins with the empty values, and an anchor has none of them on its side. */
export const splits = ({ back, empty }: Order, anchor?: Anchor): boolean =>
  (back || anchor !== undefined) && empty === 'last';

/** The stretches of an order one after the other; an anchor parts its own in two, each with two ends to read from. */
function stretchesOf(order: Order, { total, filled, before }: Counted, anchor?: Anchor): Stretch[] {
  const column = sql.ref(order.column);
  const even: Order = { ...order, empty: 'none' };
  const stretches: Stretch[] = splits(order, anchor)
    ? [
        { order: even, where: sql`${column} is not null`, from: 0, rows: filled },
        { order: even, where: sql`${column} is null`, from: filled, rows: total - filled },
      ]
    : [{ order, where: EVERY, from: 0, rows: total }];
  if (!anchor) return stretches;
  const parted = anchor.value === null ? 1 : 0;
  const [sooner, later] = order.back ? [sql`>`, sql`<=`] : [sql`<`, sql`>=`];
  return stretches.flatMap((one, index) =>
    index !== parted
      ? one
      : [
          { ...one, where: beside(order, anchor, sooner), rows: before - one.from },
          { ...one, where: beside(order, anchor, later), from: before, rows: one.from + one.rows - before },
        ],
  );
}

/** Reads the ids of a page of counted rows in their order, from the nearest place that the index leads to. */
export async function readPage(
  trx: Db,
  table: RawBuilder<unknown>,
  where: Condition,
  order: Order,
  { offset, limit }: Place,
  counted: Counted,
  anchor?: Anchor,
): Promise<number[]> {
  const ids: number[] = [];
  for (const stretch of stretchesOf(order, counted, anchor)) {
    const from = Math.max(0, offset - stretch.from);
    const rows = Math.min(stretch.rows - from, limit - ids.length);
    if (rows > 0) ids.push(...(await slice(trx, table, where, stretch, from, rows)));
  }
  return ids;
}

/** Rows of a stretch, read from its nearer end. */
async function slice(
  trx: Db,
  table: RawBuilder<unknown>,
  where: Condition,
  stretch: Stretch,
  from: number,
  rows: number,
): Promise<number[]> {
  const { order } = stretch;
  const after = stretch.rows - from - rows;
  const turned = after < from;
  const { rows: found } = await sql<{ id: number }>`
    select id from ${table} where ${where} and ${stretch.where}
    order by ${orderTerms(turned ? { ...order, back: !order.back, empty: 'none' } : order)}
    limit ${rows} offset ${turned ? after : from}`.execute(trx);
  const ids = found.map(({ id }) => id);
  return turned ? ids.reverse() : ids;
}
