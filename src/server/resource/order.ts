import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

export type Condition = RawBuilder<unknown>;

/** The condition that every row meets. */
export const EVERY: Condition = sql`true`;

/** An order of rows by one column, within it by another where there is one, then by id, so that pages never overlap. */
export interface Order {
  readonly column: string;
  readonly back: boolean;
  /** The column by which rows of the same value stand, the empty ones last; of tables that no index leads through. */
  readonly within?: string;
  /** Where the rows stand whose column is empty; 'none': there are no such rows. */
  readonly empty: 'none' | 'first' | 'last';
  /** Rows need no sort to stand in this order. */
  readonly indexed: boolean;
}

export const BY_ID: Order = { column: 'id', back: false, empty: 'none', indexed: true };

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
