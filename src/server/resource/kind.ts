import type { RawBuilder } from 'kysely';

/** The server half of a kind of field. */
export interface KindServer {
  /** SQL type of its column. */
  readonly columnType: string;
  /** The JSON value of what the column holds; null stays null. */
  readonly fromColumn: (value: unknown) => unknown;
  /** The same in SQL, where `to_jsonb` of the column would write it in other words. */
  readonly toJson?: (column: RawBuilder<unknown>) => RawBuilder<unknown>;
  /** What is kept of a value that was written; the value itself where nothing is said. */
  readonly clean?: (value: unknown) => unknown;
  /** What a plain search for a value means: part of the text, the same value, or an element of the list. */
  readonly matches: 'contains' | 'equals' | 'has';
}
