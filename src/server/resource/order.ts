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

/** The terms of `order by`. @param alias the name under which a statement of several tables reads the rows */
export function orderTerms({ column, back, within, empty }: Order, alias?: string): RawBuilder<unknown> {
  const ref = (name: string) => sql.ref(alias === undefined ? name : `${alias}.${name}`);
  const [by, id] = [ref(column), ref('id')];
  if (column === 'id') return back ? sql`${id} desc` : id;
  // Where nothing is said, empty values stand last, and first from the last to the first.
  const next = within === undefined ? sql`` : back ? sql`${ref(within)} desc,` : sql`${ref(within)},`;
  if (!back) return sql`${by}, ${next} ${id}`;
  return empty === 'last'
    ? sql`${by} desc nulls last, ${next} ${id} desc`
    : sql`${by} desc, ${next} ${id} desc`;
}
