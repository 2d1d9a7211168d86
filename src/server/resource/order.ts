import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

export type Condition = RawBuilder<unknown>;

/** The condition that every row meets. */
export const EVERY: Condition = sql`true`;

/** An order of rows by one column, within it by another where there is one, then by id, so that pages never overlap. */
export interface Order {
  readonly column: string;
  /** The column's type in PostgreSQL. */
  readonly type: string;
  readonly back: boolean;
  /** The column by which rows of the same value stand, the empty ones last; of tables that no index leads through. */
  readonly within?: string;
  /** Where the rows stand whose column is empty; 'none': there are no such rows. */
  readonly empty: 'none' | 'first' | 'last';
  /** Rows need no sort to stand in this order. */
  readonly indexed: boolean;
}

export const BY_ID: Order = { column: 'id', type: 'integer', back: false, empty: 'none', indexed: true };

/**
 * Whether the index leads straight to a place. Under row level security PostgreSQL compares by an index only with what
 * it holds for leakproof, which comparing numeric is not (a decimal of a large resource has a second column).
 */
export const leadsTo = ({ indexed, type, empty }: Order): boolean =>
  indexed && type !== 'numeric' && empty !== 'first';

/** The terms of `order by`. */
export function orderTerms({ column, back, within, empty }: Order): RawBuilder<unknown> {
  if (column === 'id') return back ? sql`id desc` : sql`id`;
  // Where nothing is said, empty values stand last, and first from the last to the first.
  const next = within === undefined ? sql`` : back ? sql`${sql.ref(within)} desc,` : sql`${sql.ref(within)},`;
  if (!back) return sql`${sql.ref(column)}, ${next} id`;
  return empty === 'last'
    ? sql`${sql.ref(column)} desc nulls last, ${next} id desc`
    : sql`${sql.ref(column)} desc, ${next} id desc`;
}

/** A row's place in an order: the sorted column's value as PostgreSQL writes it (null = empty), and the id. */
export interface Anchor {
  readonly value: string | null;
  readonly id: number;
}

/** The rows that stand before an anchor. */
export function isBefore(order: Order, anchor: Anchor): Condition {
  const sooner = beside(order, anchor, order.back ? sql`>` : sql`<`);
  if (order.empty === 'none') return sooner;
  if (anchor.value !== null) return sql`coalesce(${sooner}, ${order.empty === 'first'})`;
  return order.empty === 'first' ? sooner : sql`(${sql.ref(order.column)} is not null or ${sooner})`;
}

/** The rows on one side of an anchor, of those that are filled or empty as it is; such a condition leads an index. */
export function beside(
  { column, type }: Order,
  { value, id }: Anchor,
  compare: RawBuilder<unknown>,
): Condition {
  if (column === 'id') return sql`id ${compare} ${id}`;
  const ref = sql.ref(column);
  if (value === null) return sql`(${ref} is null and id ${compare} ${id})`;
  return sql`(${ref}, id) ${compare} (${value}::${sql.raw(type)}, ${id}::integer)`;
}
