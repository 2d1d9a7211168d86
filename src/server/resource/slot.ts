import type { Text } from '#contract/text.ts';
import type { Call, Route } from '../route.ts';

/** A row as JSON: its id and its fields. */
export type JsonRow = { readonly id: number } & Readonly<Record<string, unknown>>;

/** Values of a row that is being written, by field name. */
export type Values = Record<string, unknown>;

/** What a call of the engine gives to a slot. */
export type SlotCall = Pick<Call<unknown>, 'trx' | 'caller' | 'services' | 'language'> & {
  /** The import that writes, so that it can be undone. */
  readonly importId?: number;
  /** Fields that a file states, or an undo: of those the values that stand already are not among what is written. */
  readonly stated?: ReadonlySet<string>;
  /** The caller was told what the change would do, and wants it. */
  readonly confirmed?: boolean;
  /** The codes of rows written before in this transaction, with their field and enterprise: they are on their lists. */
  readonly checked?: Set<string>;
};

/** The named places where a resource adds to what the engine does. */
export interface Slots {
  /** Completes or refuses (by a Fault) the values before they are written; `before` is null for a new row. */
  readonly beforeSave?: (call: SlotCall, values: Values, before: JsonRow | null) => Promise<void>;
  /** Follows a write in the same transaction; what it answers is merged into the reply of `add`. */
  readonly afterSave?: (call: SlotCall, row: JsonRow, before: JsonRow | null) => Promise<Values | void>;
  /** The texts among what `afterSave` answers, each with what it is. */
  readonly adds?: Readonly<Record<string, Text>>;
  /** Refuses a deletion, or takes away what hangs on the row. */
  readonly beforeDelete?: (call: SlotCall, row: JsonRow) => Promise<void>;
  /** The row that a row of a file stands for, where the unique fields alone do not tell (one of them may be empty). */
  readonly findSame?: (call: SlotCall, values: Values) => Promise<number | undefined>;
  /** Names that one may take for fields of the resource, refused with the sentence that says where they belong. */
  readonly elsewhere?: Readonly<Record<string, Text>>;
  /** Calls beside the generic ones. */
  readonly routes?: readonly Route[];
}
