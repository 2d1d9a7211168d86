import type { Text } from './text.ts';
import type { FlagName } from './usageFlag.ts';
import type { UsageLevel } from './usageLevel.ts';

/** What a value of a column is; decides how it is written, drawn and exported. */
type ColumnKind = 'text' | 'count' | 'amount' | 'price' | 'change' | 'share' | 'clock';

/** One value of a row; words that are not data come in both languages. */
export type CellValue = string | number | Text | null;

/** One column of an answer. */
export interface AnalysisColumn {
  readonly key: string;
  readonly label: Text;
  readonly kind: ColumnKind;
  /** Unit of an amount, as stored; screens choose its magnitude. */
  readonly unit?: string;
  /** A difference: written with its sign. */
  readonly signed?: boolean;
  /** The same in every row: a line in the chart, no column of table and sheet. */
  readonly lineOnly?: boolean;
}

/** The bucket whose provenance a row or figure opens. */
export interface Opens {
  readonly level: UsageLevel;
  /** An instant in the bucket, ms since 1970. */
  readonly at: number;
  /** The meter that it is about, where it is not the subject. */
  readonly meter?: number;
}

/** What a row is about where it is not the subject: an organisation or a meter that can be asked about next. */
export interface RowObject {
  readonly orgId?: number;
  readonly dataAmmeterId?: number;
}

/** One row: a bucket, an object, a time of day. Values by column; null = nothing is known. */
export interface AnalysisRow {
  readonly key: string;
  readonly cells: Readonly<Record<string, CellValue>>;
  /** Floored percent of its time that is backed by readings; null where that says nothing. */
  readonly coverage: number | null;
  readonly flags: readonly FlagName[];
  /** Its time is not over. */
  readonly unfinished?: boolean;
  readonly opens?: Opens;
  readonly object?: RowObject;
  /** Why cells have no value, by column. */
  readonly why?: Readonly<Record<string, Text>>;
}

/** What the table, the buckets of the chart and the sheet of an answer show. */
export interface AnalysisTable {
  readonly columns: readonly AnalysisColumn[];
  readonly rows: readonly AnalysisRow[];
}

/** A figure of the strip over the chart. */
export interface AnalysisFigure {
  readonly key: string;
  readonly label: Text;
  readonly value: number | null;
  readonly kind: 'amount' | 'count' | 'change' | 'share';
  readonly unit?: string;
  /** The figure is a span in its unit; null = open at that end. */
  readonly span?: { readonly from: number | null; readonly to: number | null };
  /** What it is beside: the name of a bucket, or a word. */
  readonly note?: Text;
  /** Its change against `note`, as a share. */
  readonly change?: number | null;
  readonly coverage?: number | null;
  readonly flags?: readonly FlagName[];
  readonly opens?: Opens;
  /** Why it has no value. */
  readonly why?: Text;
}
