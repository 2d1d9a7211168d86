import type { Cell } from '../../sheet/cell.ts';

/** A field's value before and after, as the field holds it. */
interface FieldChange {
  /** The value that it had. */
  readonly before: unknown;
  /** The value of the row. */
  readonly after: unknown;
}

/** What is wrong with one cell. */
export interface ImportFault {
  readonly field: string;
  readonly value: string;
  readonly reason: string;
}

type Verdict = 'new' | 'changed' | 'same' | 'faulty';

/** What becomes of one row of the file. */
export interface ImportRow {
  /** Row number in the file. */
  readonly row: number;
  readonly verdict: Verdict;
  readonly changes: Readonly<Record<string, FieldChange>>;
  readonly faults: readonly ImportFault[];
  /** The cells as they stood, for the file of faulty rows. */
  readonly cells: readonly Cell[];
}

/** What an import did, or would do. */
export interface Receipt {
  /** By which it can be undone; null after a dry run. */
  readonly importId: number | null;
  readonly counts: Readonly<Record<Verdict, number>>;
  /** The first rows, faulty ones first. */
  readonly rows: readonly Omit<ImportRow, 'cells'>[];
  /** The file of the faulty rows with their reasons. */
  readonly faultFileId: number | null;
}
